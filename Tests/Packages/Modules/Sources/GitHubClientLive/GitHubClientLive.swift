import ComposableNetworking
import Foundation
import GitHubClient

extension GitHubClient: DependencyKey {
  /// Searches on GitHub, or on the server that the variable `GITHUB_API` names.
  public static let liveValue = GitHubClient { query in
    @Dependency(\.urlSession) var session
    let server = ProcessInfo.processInfo.environment["GITHUB_API"] ?? "https://api.github.com"
    var components = URLComponents(string: server + "/search/repositories")
    components?.queryItems = [URLQueryItem(name: "q", value: query)]
    guard let url = components?.url else { throw URLError(.badURL) }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Response.self, from: await session.data(from: url).0).items
  }

  private struct Response: Decodable { var items: [Repository] }
}
