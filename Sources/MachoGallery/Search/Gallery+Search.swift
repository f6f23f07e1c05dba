import Composable
import MachoAdapters

extension Gallery {
  static let search = Feature(
    "search", "A repository search: debounced typing, favorites, an alert, a detail screen.",
    start: SearchFeature.State(),
    prompt: .preview,
    stubs: [Stub("gitHub.searchRepositories", \.gitHub.searchRepositories)],
    computed: [Computed("favorites", \.favorites)],
    presets: [
      "no results": { $0.gitHub.searchRepositories = { _ in [] } },
      "API failed": { $0.gitHub.searchRepositories = { _ in throw GitHubError.unreadable } },
      "slow": { values in
        let (clock, preview) = (values.continuousClock, GitHubClient.previewValue)
        values.gitHub.searchRepositories = { query in
          try await clock.sleep(for: .seconds(2))
          return try await preview.searchRepositories(query)
        }
      },
    ]
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
