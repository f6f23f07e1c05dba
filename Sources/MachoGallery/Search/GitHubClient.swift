import Composable
import Foundation

/// A client that searches for repositories.
struct GitHubClient: Sendable {
  var searchRepositories: @Sendable (_ query: String) async throws -> [Repository]
}

extension GitHubClient: DependencyKey {
  /// Searches on GitHub.
  static let liveValue = GitHubClient { query in
    var components = URLComponents(string: "https://api.github.com/search/repositories")
    components?.queryItems = [
      URLQueryItem(name: "q", value: query), URLQueryItem(name: "sort", value: "stars"),
    ]
    guard let url = components?.url else { throw URLError(.badURL) }
    let data = try await httpBody(of: url)
    guard let response = try? JSONDecoder().decode(SearchResponse.self, from: data) else {
      throw GitHubError.unreadable
    }
    return response.items
  }

  static let previewValue = GitHubClient { query in
    (1...3).map { .sample($0, "\(query)/sample-\($0)") }
  }

  static let testValue = GitHubClient { _ in
    throw UnimplementedEndpoint(name: "gitHub.searchRepositories")
  }

  private struct SearchResponse: Decodable {
    var items: [Repository]
  }
}

/// An error in a response.
enum GitHubError: Error, Equatable {
  /// The response is not a list of repositories.
  case unreadable
}

extension Repository {
  fileprivate static func sample(_ id: Int, _ fullName: String) -> Self {
    Repository(
      id: id, fullName: fullName, stargazersCount: 1000 / id, language: "Swift",
      htmlURL: URL(filePath: "/" + fullName))
  }
}

extension DependencyValues {
  /// The client that searches for repositories.
  var gitHub: GitHubClient {
    get { self[GitHubClient.self] }
    set { self[GitHubClient.self] = newValue }
  }
}
