import MachoLocks
import MachoMetadata
import Synchronization

/// A lazily built plan. Types may contain each other recursively.
final class LazyDiffPlan: Sendable {
  private let type: Any.Type
  /// SAFETY: the cache retains the plan forever.
  private let known = Atomic<Unmanaged<DiffPlan>?>(nil)

  init(_ type: Any.Type) { self.type = type }

  var plan: DiffPlan { withPlan { $0 } }

  /// Calls `body` with the plan, without retaining it. PERFORMANCE: for most values, reference
  /// counting would cost more than writing them.
  @inline(__always)
  func withPlan<Result>(_ body: (DiffPlan) -> Result) -> Result {
    if let plan = known.load(ordering: .acquiring) { return plan._withUnsafeGuaranteedRef(body) }
    let plan = DiffPlanCache.plan(for: type)
    known.store(.passUnretained(plan), ordering: .releasing)
    return body(plan)
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
