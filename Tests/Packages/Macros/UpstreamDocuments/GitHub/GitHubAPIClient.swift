import Dependencies
import DependenciesMacros
import Foundation

/// Finds repositories; the document gives its name, that of its endpoint, and that it is a struct
/// of closures whose test value reports every use.
@DependencyClient
public struct GitHubAPIClient: Sendable {
  public var searchRepositories: @Sendable (_ query: String) async throws -> [Repository]
}

extension GitHubAPIClient: DependencyKey {
  public static let liveValue = GitHubAPIClient { query in
    var components = URLComponents(string: "https://api.github.com/search/repositories")
    components?.queryItems = [URLQueryItem(name: "q", value: query)]
    guard let url = components?.url else { throw URLError(.badURL) }
    let (data, response) = try await URLSession.shared.data(from: url)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else {
      throw URLError(.badServerResponse)
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Answer.self, from: data).items
  }

  public static let testValue = GitHubAPIClient()

  private struct Answer: Decodable {
    var items: [Repository]
  }
}

extension DependencyValues {
  /// Where repositories are found.
  public var gitHubAPIClient: GitHubAPIClient {
    get { self[GitHubAPIClient.self] }
    set { self[GitHubAPIClient.self] = newValue }
  }
}
