import ComposableArchitecture
import Foundation

/// A person in the contact list.
public struct Contact: Codable, Equatable, Identifiable, Sendable {
  public let id: UUID
  public var name: String
}

extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<Contact>>.Default {
  /// The contacts of all screens.
  static var contacts: Self {
    Self[.fileStorage(.documentsDirectory.appending(component: "contacts.json")), default: []]
  }
}
