import Composable
import Foundation
import MachoSessions

extension Stub {
  /// The endpoints that every feature has without registering them.
  static let wellKnown: [Stub] = [uuid, dateNow]

  private static let uuidEndpoint = Endpoint(
    name: "uuid", argumentTypes: [], valueType: UUID.self, canThrow: false, isAsync: false,
    generators: ["incrementing": { UUID($0) }])

  private static let dateEndpoint = Endpoint(
    name: "date.now", argumentTypes: [], valueType: Date.self, canThrow: false, isAsync: false)

  private static let uuid = Stub(uuidEndpoint) { values, caller in
    values.uuid = UUIDGenerator {
      (try? caller.answer(uuidEndpoint, [], as: UUID.self)) ?? UUID(0)
    }
  }

  private static let dateNow = Stub(dateEndpoint) { values, caller in
    values.date = DateGenerator {
      (try? caller.answer(dateEndpoint, [], as: Date.self))
        ?? Date(timeIntervalSinceReferenceDate: 0)
    }
  }
}
