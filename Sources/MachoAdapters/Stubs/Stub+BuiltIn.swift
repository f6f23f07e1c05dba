import Composable
import Foundation
import MachoLocks
import MachoSessions

extension Stub {
  /// The endpoints of every feature, without registration.
  static let builtIn: [Stub] = [uuid, dateNow, random].map { stub in
    var stub = stub
    stub.endpoint.isBuiltIn = true
    return stub
  }

  private static let uuidEndpoint = Endpoint(
    name: "uuid", argumentTypes: [], valueType: UUID.self, canThrow: false, isAsync: false,
    generators: ["incrementing": { UUID($0) }])

  private static let dateEndpoint = Endpoint(
    name: "date.now", argumentTypes: [], valueType: Date.self, canThrow: false, isAsync: false)

  private static let randomEndpoint = Endpoint(
    name: "random", argumentTypes: [], valueType: UInt64.self, canThrow: false, isAsync: false,
    seeded: { SeededRandomNumberGenerator(seed: $0)[$1] })

  private static let uuid = Stub(uuidEndpoint) { values, caller in
    values.uuid = UUIDGenerator {
      (try? caller.synchronousCall(uuidEndpoint, [], as: UUID.self)) ?? UUID(0)
    }
  } observe: { values, caller in
    let real = values.uuid
    values.uuid = UUIDGenerator { caller.finishCall(caller.startCall(uuidEndpoint, []), real()) }
  }

  private static let dateNow = Stub(dateEndpoint) { values, caller in
    values.date = DateGenerator {
      (try? caller.synchronousCall(dateEndpoint, [], as: Date.self))
        ?? Date(timeIntervalSinceReferenceDate: 0)
    }
  } observe: { values, caller in
    let real = values.date
    values.date = DateGenerator { caller.finishCall(caller.startCall(dateEndpoint, []), real.now) }
  }

  private static let random = Stub(randomEndpoint) { values, caller in
    // Not a constant: 'Int.random(in:using:)' asks again while it gets one that it rejects.
    let unstubbed = Lock(SeededRandomNumberGenerator(seed: 0))
    values.withRandomNumberGenerator = WithRandomNumberGenerator(
      StubbedRandomNumberGenerator {
        (try? caller.synchronousCall(randomEndpoint, [], as: UInt64.self))
          ?? unstubbed.withLock { $0.next() }
      })
  } observe: { values, caller in
    let real = values.withRandomNumberGenerator
    values.withRandomNumberGenerator = WithRandomNumberGenerator(
      StubbedRandomNumberGenerator {
        caller.finishCall(caller.startCall(randomEndpoint, []), real { $0.next() })
      })
  }
}

/// A generator whose numbers a closure supplies.
private struct StubbedRandomNumberGenerator: RandomNumberGenerator, Sendable {
  let number: @Sendable () -> UInt64

  func next() -> UInt64 { number() }
}

/// SplitMix64 with random access by index.
struct SeededRandomNumberGenerator: RandomNumberGenerator, Sendable {
  let seed: UInt64
  private var count = 0

  init(seed: UInt64) { self.seed = seed }

  mutating func next() -> UInt64 {
    defer { count += 1 }
    return self[count]
  }

  subscript(index: Int) -> UInt64 {
    var number = seed &+ (UInt64(truncatingIfNeeded: index) &+ 1) &* 0x9e37_79b9_7f4a_7c15
    number = (number ^ number >> 30) &* 0xbf58_476d_1ce4_e5b9
    number = (number ^ number >> 27) &* 0x94d0_49bb_1331_11eb
    return number ^ number >> 31
  }
}
