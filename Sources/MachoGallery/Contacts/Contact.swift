import Foundation

/// Somebody in the book.
struct Contact: Equatable, Identifiable, Sendable {
  let id: UUID
  var name: String
}
