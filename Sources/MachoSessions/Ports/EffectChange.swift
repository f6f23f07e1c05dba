/// The start or end of an effect.
public struct EffectChange: Equatable, Sendable {
  /// The kind of change.
  public enum Kind: Equatable, Sendable {
    case started
    case finished
    case cancelled
    /// The effect threw an error that the feature did not catch.
    case failed
  }

  /// The kind of change.
  public var kind: Kind
  /// The effect at the time of the change.
  public var effect: RunningEffect

  /// Creates a change.
  public init(_ kind: Kind, _ effect: RunningEffect) {
    self.kind = kind
    self.effect = effect
  }
}
