import Foundation

/// The request for the repositories of the list.
package struct SearchRepositoryRequest: APIRequestType {
  package typealias Response = SearchRepositoryResponse

  package init() {}

  package var path: String { "/search/repositories" }

  package var queryItems: [URLQueryItem] {
    [URLQueryItem(name: "q", value: "SwiftUI"), URLQueryItem(name: "order", value: "desc")]
  }
}

/// The response to the request.
package struct SearchRepositoryResponse: Decodable, Sendable {
  package var items: [GitHub.Repository]
}

/// The entities of the API.
package enum GitHub {
  package struct Repository: Decodable, Hashable, Identifiable, Sendable {
    package var id: Int64
    var fullName: String
    var description: String?
    var stargazersCount: Int
    var language: String?
    var owner: User
  }

  package struct User: Decodable, Hashable, Identifiable, Sendable {
    package var id: Int64
    var login: String
    var avatarUrl: URL
  }
}
