import MachoLocks
import MachoMetadata

/// A part's plan, made when it is needed first: types may hold each other in circles.
final class PlanSlot: Sendable {
  private let type: Any.Type
  private let made = OnceCell<Plan>()
  /// The same. The slot owns it, so that it need not be counted.
  private let uncounted: Unmanaged<OnceCell<Plan>>

  init(_ type: Any.Type) {
    self.type = type
    uncounted = .passUnretained(made)
  }

  var plan: Plan { made.instance { Plans.plan(for: type) } }

  /// Lends the plan without counting the reference to it, which for most values would cost more than
  /// to write them.
  @inline(__always)
  func withPlan<Result>(_ body: (Plan) -> Result) -> Result {
    uncounted._withUnsafeGuaranteedRef { $0.withInstance({ Plans.plan(for: type) }, body) }
  }
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
