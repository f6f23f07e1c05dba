import Foundation

/// A repository as the search displays it.
struct Repository: Equatable, Identifiable, Sendable {
  let id: Int
  var fullName: String
  var description: String?
  var stargazersCount: Int
  var language: String?
  var htmlURL: URL
}

extension Repository: Decodable {
  private enum CodingKeys: String, CodingKey {
    case id
    case fullName = "full_name"
    case description
    case stargazersCount = "stargazers_count"
    case language
    case htmlURL = "html_url"
  }
}
