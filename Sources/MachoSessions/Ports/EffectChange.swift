/// The start, a suspension or the end of an effect.
package struct EffectChange: Equatable, Sendable {
  /// The kind of change.
  package enum Kind: Equatable, Sendable {
    case started
    /// The store is idle, and the effect sleeps or waits for something else than before.
    case suspended
    case finished
    case cancelled
    /// The effect threw an error that the feature did not catch.
    case failed
  }

  /// The kind of change.
  package var kind: Kind
  /// The effect at the time of the change.
  package var effect: RunningEffect

  /// Creates a change.
  package init(_ kind: Kind, _ effect: RunningEffect) {
    self.kind = kind
    self.effect = effect
  }
}
