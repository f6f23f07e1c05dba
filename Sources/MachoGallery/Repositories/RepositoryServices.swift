import Composable

/// The services that all variants of the list use.
struct RepositoryServices: Sendable {
  @Dependency(\.gitHub) private var gitHub
  @Dependency(\.tracker) private var tracker
  @Dependency(\.experiments) private var experiments
  @Dependency(\.continuousClock) private var clock

  /// Tracks that the list appeared. Returns whether it shows its icon.
  func recordAppearance() -> Bool {
    tracker.log(.listView)
    return experiments.isOn(.showIcon)
  }

  /// Returns after 300 milliseconds. Throws if the task is cancelled because of further typing.
  func waitForTyping() async throws { try await clock.sleep(for: .milliseconds(300)) }

  /// Returns the result of a search. Throws only if the search was cancelled.
  func search(_ query: String) async throws -> Result<[Repository], any Error> {
    let result = await Result { try await gitHub.searchRepositories(query) }
    try Task.checkCancellation()
    return result
  }

  /// Returns the message that is shown for an error.
  static func message(for error: any Error) -> String {
    error as? GitHubError == .unreadable ? "parse error" : "network error"
  }
}
