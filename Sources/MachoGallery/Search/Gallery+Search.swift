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
}
