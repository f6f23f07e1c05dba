/// The reason why an action was reduced.
package enum ActionCause: Equatable, Sendable {
  /// The store's client sent it.
  case sent
  /// The effect with this number sent it. `nil`: a synchronous `.send` effect.
  case received(effect: Int?)
}

/// Called after each reduced action.
///
/// PERFORMANCE: takes separate arguments, because a struct that depends on `State` costs a metadata
/// lookup each time.
///
/// - Parameter isPure: Whether the reducer had no side effects, as far as a `PurityTracker` in the
///   store's dependencies detected. `false` without a tracker.
package typealias ActionObserver<State, Action> = (
  _ action: Action, _ before: State, _ after: State, _ cause: ActionCause, _ isPure: Bool
) -> Void

/// The status of an in-flight effect, as far as the runtime can detect it.
package enum EffectStatus: Equatable, Sendable {
  /// Sleeps on a test clock or scheduler until a deadline, measured from the clock's start.
  case asleep(until: Duration, remaining: Duration)
  /// Waits for a named value. External work supplies it, or else the client can.
  case waiting(on: String, isExternal: Bool = false)
  /// Waits for external work, such as the network.
  case external
}

/// A snapshot of an in-flight effect.
package struct EffectRecord {
  /// The effect's number within the store: 1, 2, ... in start order.
  package let id: Int
  /// The action whose reduction started it.
  package let origin: Any
  /// The source location of the `.run`.
  package let callSite: CallSite
  /// The effect's name, or else the ID by which it can be cancelled.
  package let label: String?
  /// Whether it was cancelled and has not finished yet.
  package let isCancelled: Bool
  /// The status of each of its tasks; never empty. Accurate only while the executor is idle.
  package let statuses: [EffectStatus]
  /// What it did that makes it depend on other threads: `handed work to the queue 'database'`.
  package let evidence: [String]
  /// Whether it handed work to another thread.
  package let hasHandedWork: Bool

  /// The status of its first task.
  package var status: EffectStatus { statuses.first ?? .external }
}

/// A change in an effect's lifecycle.
package enum EffectEvent {
  case started(EffectRecord)
  case finished(EffectRecord)
  case cancelled(EffectRecord)
  /// It threw an error that it did not catch. The error is also passed to `onUncaughtError` or
  /// reported.
  case failed(EffectRecord, any Error)
}
