/// That an effect began or ended.
public struct EffectChange: Equatable, Sendable {
  /// What became of an effect.
  public enum Kind: Equatable, Sendable {
    case started
    case finished
    case cancelled
    /// It threw an error that nobody caught.
    case failed
  }

  /// What became of it.
  public var kind: Kind
  /// Which effect it is, as it was then.
  public var effect: RunningEffect

  /// Describes a change.
  public init(_ kind: Kind, _ effect: RunningEffect) {
    self.kind = kind
    self.effect = effect
  }
}
