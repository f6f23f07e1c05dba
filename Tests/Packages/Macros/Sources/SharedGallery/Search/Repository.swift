import ComposableArchitecture
import Foundation

/// A repository as the search displays it.
public struct Repository: Equatable, Identifiable, Sendable {
  public let id: Int
  public var fullName: String
  public var description: String?
  public var stargazersCount: Int
  public var language: String?
  public var htmlURL: URL
}

/// An error in a response.
public enum GitHubError: Error, Equatable {
  /// The response is not a list of repositories.
  case unreadable
}

/// A service with repositories.
@DependencyClient
public struct GitHubClient: Sendable {
  /// Returns the repositories that match a query.
  public var searchRepositories: @Sendable (_ query: String) async throws -> [Repository]
  /// The repositories that the user marks as a favorite elsewhere.
  public var favorites: @Sendable () -> AsyncStream<Repository.ID> = { .finished }
}

extension GitHubClient: DependencyKey {
  public static let testValue = GitHubClient()

  /// Two repositories for each query, of which the first one becomes a favorite.
  public static let liveValue = GitHubClient(
    searchRepositories: { query in
      try await Task.sleep(for: .milliseconds(5))
      return (1...2).map {
        Repository(
          id: $0, fullName: "\(query)/\($0)", stargazersCount: 9 - $0,
          htmlURL: URL(filePath: "/\($0)"))
      }
    },
    favorites: {
      AsyncStream { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(9)) {
          continuation.yield(1)
          continuation.finish()
        }
      }
    })
}

extension DependencyValues {
  /// The service with repositories.
  public var gitHub: GitHubClient {
    get { self[GitHubClient.self] }
    set { self[GitHubClient.self] = newValue }
  }
}
