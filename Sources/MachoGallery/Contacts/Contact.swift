import Foundation

/// A person in the contact list.
struct Contact: Equatable, Identifiable, Sendable {
  let id: UUID
  var name: String
}
