import Composable
import MachoAdapters

extension Gallery {
  static let search = Feature(
    "search", "Repositories found while one types: debounced, with favourites, an alert, details.",
    start: SearchFeature.State(),
    prompt: .preview,
    stubs: [Stub("gitHub.searchRepositories", \.gitHub.searchRepositories)],
    computed: [Computed("favorites", \.favorites)]
  ) {
    SearchFeature()
  }
  .describing([
    "binding": "the query is typed",
    "queryChangeSettled": "typing has stopped: asks for repositories",
    "searchResponse": "the repositories came, or could not be had",
    "rowTapped": "pushes a repository onto the stack",
    "rows": "what happens in a row",
    "path": "what happens in the stack",
    "alert": "what happens in the alert",
    "appeared": "the screen is shown",
  ])
}
