import ComposableArchitecture
import Foundation

/// A person with a library card.
package struct Reader: Equatable, Identifiable, Sendable {
  package let id: Int
  var name: String
  /// Whether the reader has never agreed to the house rules.
  var isNew = false
}

/// A borrowed book.
package struct Loan: Equatable, Identifiable, Sendable {
  package let id: Int
  var title: String
  var due: Date
}

/// A reason why the desk refuses a request.
package enum DeskError: Error, Equatable {
  case closed
  case reserved(by: Int)
  case wrongPIN(attemptsLeft: Int)
}

/// The lending desk of the library.
@DependencyClient
package struct Desk: Sendable {
  package var admit: @Sendable (_ card: String, _ pin: String) async throws -> Reader
  package var loans: @Sendable (_ reader: Reader.ID) async throws -> [Loan]
  package var renew: @Sendable (_ loan: Loan.ID) async throws -> Date
}

/// There is no live desk: the library is closed to the network.
extension Desk: TestDependencyKey {
  package static let testValue = Desk()
  package static let previewValue = Desk(
    admit: { card, _ in Reader(id: card.count, name: "Ada", isNew: card.isEmpty) },
    loans: { reader in [Loan(id: reader, title: "Sundials", due: Date(timeIntervalSince1970: 0))] },
    renew: { _ in throw DeskError.closed })
}

extension DependencyValues {
  /// The lending desk.
  package var desk: Desk {
    get { self[Desk.self] }
    set { self[Desk.self] = newValue }
  }
}
