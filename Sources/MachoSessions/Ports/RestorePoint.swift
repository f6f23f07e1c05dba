/// A point of a store's history that can be restored.
public struct RestorePoint {
  /// The state at that point.
  public var state: Any
  /// The number of transitions that led to it.
  public var transitionCount: Int
  /// The ID of the last effect that may still be in flight.
  public var lastEffectID: Int
  /// Whether the point lies on the path to the latest transition, so that a replay can reach it.
  public var canBeReplayed = true
}
