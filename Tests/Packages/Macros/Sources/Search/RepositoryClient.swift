import Dependencies
import DependenciesMacros

public struct Repository: Decodable, Equatable, Identifiable, Sendable {
  public let id: Int
  public var fullName: String

  public init(id: Int, fullName: String) {
    self.id = id
    self.fullName = fullName
  }
}

@DependencyClient
public struct RepositoryClient: Sendable {
  public var search: @Sendable (_ query: String) async throws -> [Repository]
}

extension RepositoryClient: TestDependencyKey {
  public static let testValue = RepositoryClient()
}

extension DependencyValues {
  public var repositories: RepositoryClient {
    get { self[RepositoryClient.self] }
    set { self[RepositoryClient.self] = newValue }
  }
}
