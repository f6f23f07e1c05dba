/// The contents of the objects that a state refers to, at one time. A store creates and reads it.
package protocol ObjectRecord: AnyObject, Sendable {}

/// A state as the history keeps it.
package struct RecordedState {
  /// The state.
  package var value: Any
  /// The contents of its objects, which code may change in place later. `nil` if it has none.
  package var objects: (any ObjectRecord)?

  /// Creates a recorded state.
  package init(_ value: Any, objects: (any ObjectRecord)? = nil) {
    self.value = value
    self.objects = objects
  }
}

extension StateTransition {
  /// The state before the transition, with its objects.
  var recordedBefore: RecordedState { RecordedState(before, objects: objects?.before) }
  /// The state after the transition, with its objects.
  var recordedAfter: RecordedState { RecordedState(after, objects: objects?.after) }
}

extension OpenStore {
  /// The script state, with its objects.
  var recordedState: RecordedState { RecordedState(scriptState, objects: scriptObjects) }

  /// Returns the properties of objects that a transition changed in place: `handle.count`.
  func objectChanges(_ transition: StateTransition) -> [String] {
    transition.objects.map { store.changedProperties(from: $0.before, to: $0.after) } ?? []
  }
}
