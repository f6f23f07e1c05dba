import GitHubClient
import GitHubClientLive
import MachoKit
import RepositoryListFeature

/// Drives the feature of another module. Scripts stub the interface; a live prompt has the
/// implementation.
@main struct Driver: MachoApp {
  let features = [
    Feature(
      "repository-list", "The repositories that a search finds.", start: RepositoryList.State(),
      stubs: [Stub("gitHub.searchRepositories", \.gitHub.searchRepositories)]
    ) {
      RepositoryList()
    }
  ]
}
