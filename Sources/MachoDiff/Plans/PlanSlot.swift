import MachoLocks
import MachoMetadata

/// A part's plan, made when it is needed first: types may hold each other in circles.
final class PlanSlot: Sendable {
  private let type: Any.Type
  private let made = OnceCell<Plan>()

  init(_ type: Any.Type) { self.type = type }

  var plan: Plan { made.instance { Plans.plan(for: type) } }
}

/// The plans of all types that were met.
enum Plans {
  // Types never change and never go away, so what was found out once stays true.
  private static let known = Lock<[ObjectIdentifier: Plan]>([:])

  static func plan(for type: Any.Type) -> Plan {
    let key = ObjectIdentifier(type)
    if let plan = known.withLock({ $0[key] }) { return plan }
    // Made outside the lock: two threads may both make one, and keep the first.
    let plan = PlanMaker.make(type)
    return known.withLock { known in
      if let earlier = known[key] { return earlier }
      known[key] = plan
      return plan
    }
  }
}
