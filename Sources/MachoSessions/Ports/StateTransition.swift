/// One reduced action.
public struct StateTransition {
  /// Who sent an action.
  public enum Cause: Equatable, Sendable {
    /// The script or the person.
    case sent
    /// The effect of that number; none for an effect that sends at once.
    case received(effect: Int?)
  }

  /// Who sent it.
  public var cause: Cause
  /// The action.
  public var action: Any
  /// The state before it.
  public var before: Any
  /// The state after it.
  public var after: Any
  /// The number of the youngest effect born before it.
  public var lastEffectIDBefore: Int
  /// How many actions the store had taken before it, for a store that travels by replaying them.
  public var index: Int
  /// Whether `DrivenStore.reduced` makes the same of it again, as far as the store knows.
  public var isPure: Bool

  /// Makes a step.
  public init(
    cause: Cause, action: Any, before: Any, after: Any, effectsBefore: Int, number: Int = 0,
    isPure: Bool = false
  ) {
    self.cause = cause
    self.action = action
    self.before = before
    self.after = after
    self.lastEffectIDBefore = effectsBefore
    self.index = number
    self.isPure = isPure
  }
}

/// A place in a store's past, or in what was undone.
public struct RestorePoint {
  /// The state then.
  public var state: Any
  /// How many actions the store had taken.
  public var transitionCount: Int
  /// The number of the youngest effect that may still run.
  public var lastEffectID: Int
  /// Whether it is on the way to what was done last, so that a record of that leads to it.
  public var canBeReplayed = true
}
