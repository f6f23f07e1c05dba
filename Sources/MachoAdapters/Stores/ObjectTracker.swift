import Composable
import MachoDiff
import MachoSessions

extension ObjectContents: ObjectRecord {}

/// Captures the contents of the objects in a store's states, so that a change in place is a change of the
/// state.
///
/// PERFORMANCE: a capture reads all objects of a state. Only states whose type may refer to objects have
/// a tracker.
final class ObjectTracker<State> {
  /// The contents after the last transition.
  private(set) var last: ObjectContents

  /// Returns `nil` if states of this type cannot refer to objects.
  init?(_ state: State) {
    guard ObjectTypes.mayOccur(in: State.self) else { return nil }
    last = ObjectContents(of: state)
  }

  /// Captures the objects of a state. Returns the contents before and now.
  func update(_ state: State) -> (before: any ObjectRecord, after: any ObjectRecord) {
    let before = last
    last = ObjectContents(of: state)
    return (before, last)
  }

  /// Captures the objects of a state that no transition has changed since. Returns `nil` if they have the
  /// same contents.
  func takeChange(
    of state: State
  ) -> (before: any ObjectRecord, after: any ObjectRecord)? {
    guard !last.isEmpty else { return nil }
    let now = ObjectContents(of: state)
    guard stateDiff(state, last, state, now) != nil else { return nil }
    defer { last = now }
    return (last, now)
  }

  /// Returns the change between two recorded states. The inner value is `nil` if they are equal.
  static func change(from old: RecordedState, to new: RecordedState) -> Change?? {
    guard let oldObjects = old.objects as? ObjectContents,
      let newObjects = new.objects as? ObjectContents,
      let oldState = old.value as? State, let newState = new.value as? State
    else { return .none }
    return .some(stateChange(oldState, oldObjects, newState, newObjects))
  }
}

extension StoreAdapter {
  func changedProperties(from old: any ObjectRecord, to new: any ObjectRecord) -> [String] {
    guard let old = old as? ObjectContents, let new = new as? ObjectContents else { return [] }
    return new.paths(changedSince: old)
  }
}
