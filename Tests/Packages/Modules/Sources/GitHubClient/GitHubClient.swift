import Composable

/// A repository in the result of a search.
public struct Repository: Decodable, Equatable, Identifiable, Sendable {
  public var id: Int
  public var fullName: String
  public var stargazersCount: Int

  public init(id: Int, fullName: String, stargazersCount: Int) {
    self.id = id
    self.fullName = fullName
    self.stargazersCount = stargazersCount
  }
}

/// The interface of a client, as a struct of closures. A test replaces single closures.
public struct GitHubClient: Sendable {
  public var searchRepositories: @Sendable (_ query: String) async throws -> [Repository]

  public init(
    searchRepositories: @escaping @Sendable (_ query: String) async throws -> [Repository]
  ) {
    self.searchRepositories = searchRepositories
  }
}

/// The values of tests and previews. The module with the implementation adds the live one.
extension GitHubClient: TestDependencyKey {
  public static let testValue = GitHubClient(
    searchRepositories: unimplemented("GitHubClient.searchRepositories"))
  public static let previewValue = GitHubClient { query in
    [Repository(id: 1, fullName: "\(query)/sample", stargazersCount: 1)]
  }
}

extension DependencyValues {
  public var gitHub: GitHubClient {
    get { self[GitHubClient.self] }
    set { self[GitHubClient.self] = newValue }
  }
}
