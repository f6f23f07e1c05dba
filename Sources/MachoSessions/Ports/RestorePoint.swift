/// A point of a store's history that can be restored.
package struct RestorePoint {
  /// The state at that point.
  package var state: Any
  /// The contents of its objects at that time, which a store need not restore. `nil` if it has none.
  package var objects: (any ObjectRecord)?
  /// The number of transitions that led to it.
  package var transitionCount: Int
  /// The ID of the last effect that may still be in flight.
  package var lastEffectID: Int
  /// Whether the point lies on the path to the latest transition, so that a replay can reach it.
  package var canBeReplayed = true

  /// Creates a point.
  package init(
    state: Any, objects: (any ObjectRecord)? = nil, transitionCount: Int, lastEffectID: Int,
    canBeReplayed: Bool = true
  ) {
    self.state = state
    self.objects = objects
    self.transitionCount = transitionCount
    self.lastEffectID = lastEffectID
    self.canBeReplayed = canBeReplayed
  }
}
