import ComposableArchitecture
import Foundation

/// The user's other devices.
@DependencyClient
public struct ContactBook: Sendable {
  /// The contacts that other devices add.
  public var additions: @Sendable () -> AsyncStream<Contact> = { .finished }
  /// Starts a service that adds contacts to the shared value on a thread of its own.
  public var startSync: @Sendable () async -> Void
}

extension ContactBook: DependencyKey {
  public static let testValue = ContactBook()

  /// Adds three contacts, and three more by the service.
  public static let liveValue = ContactBook(
    additions: {
      AsyncStream { continuation in
        for number in 1...3 {
          DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(9 * number)) {
            continuation.yield(Contact(id: UUID(number), name: "Device \(number)"))
            if number == 3 { continuation.finish() }
          }
        }
      }
    },
    startSync: {
      @Shared(.contacts) var contacts
      Thread.detachNewThread { [contacts = $contacts] in
        for number in 11...13 {
          usleep(7_000)
          contacts.withLock { _ = $0.append(Contact(id: UUID(number), name: "Sync \(number)")) }
        }
      }
    })
}

extension DependencyValues {
  /// The user's other devices.
  public var contactBook: ContactBook {
    get { self[ContactBook.self] }
    set { self[ContactBook.self] = newValue }
  }
}
