import Composable
import Foundation

/// A request of an API, with the type of its response.
package protocol APIRequestType: Sendable {
  associatedtype Response: Decodable & Sendable
  var path: String { get }
  var queryItems: [URLQueryItem] { get }
}

/// An API, which a test replaces.
package protocol APIServiceType: Sendable {
  /// Returns the decoded response to a request.
  func response<Request: APIRequestType>(
    from request: Request
  ) async throws(APIServiceError) -> Request.Response
}

/// An error of an API.
package enum APIServiceError: Error {
  /// The request failed without a response.
  case responseError
  /// The response has another form.
  case parseError(any Error)

  /// The message that is shown.
  package var message: String {
    switch self {
    case .responseError: "network error"
    case .parseError: "parse error"
    }
  }
}

/// An API of JSON over HTTP.
package struct APIService: APIServiceType {
  @Dependency(\.http) private var http
  private let host: String

  package init(host: String = "api.github.com") { self.host = host }

  package func response<Request: APIRequestType>(
    from request: Request
  ) async throws(APIServiceError) -> Request.Response {
    var components = URLComponents()
    components.scheme = "https"
    components.host = host
    components.path = request.path
    components.queryItems = request.queryItems
    guard let url = components.url, let body = try? await http.get(url) else {
      throw .responseError
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    do {
      return try decoder.decode(Request.Response.self, from: Data(body.utf8))
    } catch {
      throw .parseError(error)
    }
  }
}
