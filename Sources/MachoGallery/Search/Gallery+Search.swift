import Composable
import MachoAdapters

extension Gallery {
  static let search = Feature(
    "search", "A repository search: debounced typing, favorites, an alert, a detail screen.",
    start: SearchFeature.State(),
    prompt: .preview,
    stubs: [Stub("gitHub.searchRepositories", \.gitHub.searchRepositories)],
    computed: [Computed("favorites", \.favorites)]
  ) {
    SearchFeature()
  }
  .describing([
    "binding": "a change of the query",
    "queryChangeSettled": "typing has paused: searches for repositories",
    "searchResponse": "the repositories or an error",
    "rowTapped": "pushes a repository onto the stack",
    "rows": "an action of a row",
    "path": "an action of the stack",
    "alert": "an action of the alert",
    "appeared": "the screen appeared",
  ])
}
