import Dependencies
import DependenciesMacros

/// The client that loads the contacts.
@DependencyClient
public struct ContactsClient: Sendable {
  public var load: @Sendable () async throws -> [Contact]
  public var rename: @Sendable (_ contact: Contact, _ newName: String) async throws -> Contact
  public var isOnline: @Sendable () -> Bool = { false }
  public var log: @Sendable (_ message: String) -> Void
}

extension ContactsClient: DependencyKey {
  public static let liveValue = Self(
    load: { [] }, rename: { Contact(id: $0.id, name: $1) }, isOnline: { true }, log: { _ in })
  public static let testValue = Self()
}

extension DependencyValues {
  public var contactsClient: ContactsClient {
    get { self[ContactsClient.self] }
    set { self[ContactsClient.self] = newValue }
  }
}
