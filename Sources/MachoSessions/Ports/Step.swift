/// One reduced action.
public struct Step {
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
  public var effectsBefore: Int

  /// Makes a step.
  public init(cause: Cause, action: Any, before: Any, after: Any, effectsBefore: Int) {
    self.cause = cause
    self.action = action
    self.before = before
    self.after = after
    self.effectsBefore = effectsBefore
  }
}
