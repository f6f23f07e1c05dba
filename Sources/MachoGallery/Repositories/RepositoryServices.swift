import Composable

/// What all variants of the list ask of the world outside.
struct RepositoryServices: Sendable {
  @Dependency(\.gitHub) private var gitHub
  @Dependency(\.tracker) private var tracker
  @Dependency(\.experiments) private var experiments
  @Dependency(\.continuousClock) private var clock

  /// Counts that the list was looked at, and says whether it shows its icon.
  func recordAppearance() -> Bool {
    tracker.log(.listView)
    return experiments.isOn(.showIcon)
  }

  /// Returns when nothing was typed for a while; throws when something was.
  func waitForTyping() async throws { try await clock.sleep(for: .milliseconds(300)) }

  /// What was found, or why nothing was; throws only for a search that nobody waits for any more.
  func search(_ query: String) async throws -> Result<[Repository], any Error> {
    let result = await Result { try await gitHub.searchRepositories(query) }
    try Task.checkCancellation()
    return result
  }

  /// What a person is told of an error.
  static func message(for error: any Error) -> String {
    error as? GitHubError == .unreadable ? "parse error" : "network error"
  }
}
