/// One reduced action with the states before and after it.
package struct StateTransition {
  /// The origin of an action.
  package enum Cause: Equatable, Sendable {
    /// The script or the user sent it.
    case sent
    /// The effect of that ID sent it. `nil` for a synchronous effect such as `.send`.
    case received(effect: Int?)
  }

  /// The origin of the action.
  package var cause: Cause
  /// The action.
  package var action: Any
  /// The state before it.
  package var before: Any
  /// The state after it.
  package var after: Any
  /// The ID of the last effect that had started before the action.
  package var lastEffectIDBefore: Int
  /// The number of transitions before this one, for stores that restore by replay.
  package var index: Int
  /// Whether `DrivenStore.pureReduce` returns the same state again, as far as the store knows.
  package var isPure: Bool
  /// The time on the store's clock. The store sets it.
  package var time = Duration.zero
  /// Whether it is the first transition of an input. The session sets it.
  package var startsInput = false

  /// Creates a transition.
  package init(
    cause: Cause, action: Any, before: Any, after: Any, lastEffectIDBefore: Int, index: Int = 0,
    isPure: Bool = false
  ) {
    self.cause = cause
    self.action = action
    self.before = before
    self.after = after
    self.lastEffectIDBefore = lastEffectIDBefore
    self.index = index
    self.isPure = isPure
  }
}
