import Composable
import Foundation

/// A client that fetches the text of a response.
struct HTTPClient: Sendable {
  var get: @Sendable (_ url: URL) async throws -> String
}

extension HTTPClient: DependencyKey {
  static let liveValue = HTTPClient { url in
    String(decoding: try await httpBody(of: url), as: UTF8.self)
  }

  static let previewValue = HTTPClient { _ in
    #"{"items": [{"id": 1, "full_name": "apple/swift", "stargazers_count": 70000, "owner": "#
      + #"{"id": 2, "login": "apple", "avatar_url": "https://github.com/apple.png"}}]}"#
  }

  static let testValue = HTTPClient { _ in throw UnimplementedEndpoint(name: "http.get") }
}

extension DependencyValues {
  /// The client that fetches the text of a response.
  var http: HTTPClient {
    get { self[HTTPClient.self] }
    set { self[HTTPClient.self] = newValue }
  }
}
