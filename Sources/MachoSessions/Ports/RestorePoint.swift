/// A point of a store's history that can be restored.
package struct RestorePoint {
  /// The state at that point.
  package var state: Any
  /// The number of transitions that led to it.
  package var transitionCount: Int
  /// The ID of the last effect that may still be in flight.
  package var lastEffectID: Int
  /// Whether the point lies on the path to the latest transition, so that a replay can reach it.
  package var canBeReplayed = true

  /// Creates a point.
  package init(
    state: Any, transitionCount: Int, lastEffectID: Int, canBeReplayed: Bool = true
  ) {
    self.state = state
    self.transitionCount = transitionCount
    self.lastEffectID = lastEffectID
    self.canBeReplayed = canBeReplayed
  }
}
