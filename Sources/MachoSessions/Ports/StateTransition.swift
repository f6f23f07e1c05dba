/// One reduced action with the states before and after it.
public struct StateTransition {
  /// The origin of an action.
  public enum Cause: Equatable, Sendable {
    /// The script or the user sent it.
    case sent
    /// The effect of that ID sent it. `nil` for a synchronous effect such as `.send`.
    case received(effect: Int?)
  }

  /// The origin of the action.
  public var cause: Cause
  /// The action.
  public var action: Any
  /// The state before it.
  public var before: Any
  /// The state after it.
  public var after: Any
  /// The ID of the last effect that had started before the action.
  public var lastEffectIDBefore: Int
  /// The number of transitions before this one, for stores that restore by replay.
  public var index: Int
  /// Whether `DrivenStore.pureReduce` returns the same state again, as far as the store knows.
  public var isPure: Bool

  /// Creates a transition.
  public init(
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
