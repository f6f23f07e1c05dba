/// Why an action was reduced.
package enum ActionCause: Equatable, Sendable {
  /// Somebody sent it to the store.
  case sent
  /// The effect with this number sent it; without a number, a synchronous `.send` effect.
  case received(effect: Int?)
}

/// Takes note of a reduced action.
///
/// Its parts are no struct: to name one that depends on the state costs a look-up each time.
///
/// - Parameter isPure: Whether the reducer did nothing but compute, as far as a `PurityTracker` in the
///   store's dependencies saw; without one it is not said to.
package typealias ActionObserver<State, Action> = (
  _ action: Action, _ before: State, _ after: State, _ cause: ActionCause, _ isPure: Bool
) -> Void

/// What an effect does, as far as the runtime can see.
package enum EffectStatus: Equatable, Sendable {
  /// Sleeps on the controlled clock until this time since the clock's start.
  case asleep(until: Duration, remaining: Duration)
  /// Waits for something that somebody will give.
  case waiting(on: String)
  /// Is alive though nothing is left to run: the world outside has it.
  case external
}

/// An effect that is alive, as it stands now.
package struct EffectRecord {
  /// 1, 2, ... in the order of birth within the store.
  package let id: Int
  /// The action whose reduction started it.
  package let origin: Any
  /// Where the `.run` stands.
  package let callSite: CallSite
  /// Its name, or else the identifier by which it can be cancelled.
  package let label: String?
  /// Whether it was cancelled and has not ended yet.
  package let isCancelled: Bool
  /// What each of its tasks waits for; never empty. True only when the executor is drained.
  package let statuses: [EffectStatus]

  /// What it waits for first of all.
  package var status: EffectStatus { statuses.first ?? .external }
}

/// Something that happened to an effect.
package enum EffectEvent {
  case started(EffectRecord)
  case finished(EffectRecord)
  case cancelled(EffectRecord)
  /// It threw an error that nobody caught, which is told or reported as well.
  case failed(EffectRecord, any Error)
}
