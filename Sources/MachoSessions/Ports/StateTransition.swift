/// A change of the state with its cause: one reduced action, or a modification without an action.
package struct StateTransition {
  /// What caused a transition.
  package enum Cause: Equatable, Sendable {
    /// The script or the user sent it.
    case sent
    /// The effect of that ID sent it. `nil` for a synchronous effect such as `.send`.
    case received(effect: Int?)
    /// No action was sent: the effect of that ID modified the state. `nil` if no effect of the store
    /// did it, as far as the store knows.
    case modified(effect: Int?)

    /// Whether no action made the change.
    package var isModification: Bool {
      if case .modified = self { true } else { false }
    }

    /// The ID of the effect that sent the action or modified the state.
    package var effect: Int? {
      switch self {
      case .sent: nil
      case .received(let effect), .modified(let effect): effect
      }
    }
  }

  /// What caused the transition.
  package var cause: Cause
  /// The action. For a modification, the value that `receive` asserts.
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
  /// The contents of the objects of both states. `nil` if they have none.
  package var objects: (before: any ObjectRecord, after: any ObjectRecord)?
  /// The `modify` line that makes the transition in a script. `nil` if an action or an effect makes it.
  package var modifyLine: Line?
  /// Whether it came before the line's own input. Default: `false`.
  package var precedesInput = false
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
