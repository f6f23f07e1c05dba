import Composable
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Finds repositories.
struct GitHubClient: Sendable {
  var searchRepositories: @Sendable (_ query: String) async throws -> [Repository]
}

extension GitHubClient: DependencyKey {
  /// Asks GitHub.
  static let liveValue = GitHubClient { query in
    var components = URLComponents(string: "https://api.github.com/search/repositories")
    components?.queryItems = [
      URLQueryItem(name: "q", value: query), URLQueryItem(name: "sort", value: "stars"),
    ]
    guard let url = components?.url else { throw URLError(.badURL) }
    let (data, response) = try await URLSession.shared.data(from: url)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else {
      throw URLError(.badServerResponse)
    }
    guard let answer = try? JSONDecoder().decode(SearchResponse.self, from: data) else {
      throw GitHubError.unreadable
    }
    return answer.items
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

/// What is wrong with an answer that came.
enum GitHubError: Error, Equatable {
  /// It is no list of repositories.
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
  /// Where repositories are found.
  var gitHub: GitHubClient {
    get { self[GitHubClient.self] }
    set { self[GitHubClient.self] = newValue }
  }
}
