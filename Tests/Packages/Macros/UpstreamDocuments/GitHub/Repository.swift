import Foundation

/// A repository, with the properties that the document's log of changes has.
public struct Repository: Decodable, Equatable, Identifiable, Sendable {
  public let id: Int
  public var fullName: String
  public var description: String?
  public var stargazersCount: Int
  public var language: String?
  public var htmlUrl: URL

  public init(
    id: Int, fullName: String, description: String?, stargazersCount: Int, language: String?,
    htmlUrl: URL
  ) {
    self.id = id
    self.fullName = fullName
    self.description = description
    self.stargazersCount = stargazersCount
    self.language = language
    self.htmlUrl = htmlUrl
  }
}
