import MachoLocks
import MachoMetadata

/// A part's plan, made when it is needed first: types may hold each other in circles.
final class LazyDiffPlan: Sendable {
  private let type: Any.Type
  private let cell = OnceCell<DiffPlan>()
  /// The same. The slot owns it, so that it need not be counted.
  private let unretainedCell: Unmanaged<OnceCell<DiffPlan>>

  init(_ type: Any.Type) {
    self.type = type
    unretainedCell = .passUnretained(cell)
  }

  var plan: DiffPlan { cell.instance { DiffPlanCache.plan(for: type) } }

  /// Lends the plan without counting the reference to it, which for most values would cost more than
  /// to write them.
  @inline(__always)
  func withPlan<Result>(_ body: (DiffPlan) -> Result) -> Result {
    unretainedCell._withUnsafeGuaranteedRef {
      $0.withInstance({ DiffPlanCache.plan(for: type) }, body)
    }
  }
}

/// The plans of all types that were met.
enum DiffPlanCache {
  // Types never change and never go away, so what was found out once stays true.
  private static let cache = Lock<[ObjectIdentifier: DiffPlan]>([:])

  static func plan(for type: Any.Type) -> DiffPlan {
    let key = ObjectIdentifier(type)
    if let plan = cache.withLock({ $0[key] }) { return plan }
    // Made outside the lock: two threads may both make one, and keep the first.
    let plan = DiffPlanFactory.makePlan(type)
    return cache.withLock { known in
      if let earlier = known[key] { return earlier }
      known[key] = plan
      return plan
    }
  }
}
