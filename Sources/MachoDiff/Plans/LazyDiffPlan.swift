import MachoLocks
import MachoMetadata

/// A lazily built plan. Types may contain each other recursively.
final class LazyDiffPlan: Sendable {
  private let type: Any.Type
  private let cell = OnceCell<DiffPlan>()
  /// The same cell. PERFORMANCE: this object retains it, so no reference counting is needed.
  private let unretainedCell: Unmanaged<OnceCell<DiffPlan>>

  init(_ type: Any.Type) {
    self.type = type
    unretainedCell = .passUnretained(cell)
  }

  var plan: DiffPlan { cell.instance { DiffPlanCache.plan(for: type) } }

  /// Calls `body` with the plan, without retaining it. PERFORMANCE: for most values, reference
  /// counting would cost more than writing them.
  @inline(__always)
  func withPlan<Result>(_ body: (DiffPlan) -> Result) -> Result {
    unretainedCell._withUnsafeGuaranteedRef {
      $0.withInstance({ DiffPlanCache.plan(for: type) }, body)
    }
  }
}

/// A cache of plans by type.
enum DiffPlanCache {
  // Entries never expire, because types are immutable and never freed.
  private static let cache = Lock<[ObjectIdentifier: DiffPlan]>([:])

  static func plan(for type: Any.Type) -> DiffPlan {
    let key = ObjectIdentifier(type)
    if let plan = cache.withLock({ $0[key] }) { return plan }
    // Made outside the lock. Two threads may both make a plan; the first one is kept.
    let plan = DiffPlanFactory.makePlan(type)
    return cache.withLock { known in
      if let earlier = known[key] { return earlier }
      known[key] = plan
      return plan
    }
  }
}
