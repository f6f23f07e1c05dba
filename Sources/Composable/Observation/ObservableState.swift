import Observation

/// A state whose properties are observed individually. `@ObservableState` generates the
/// conformance.
///
/// ```swift
/// @ObservableState
/// struct State {
///   var count = 0
/// }
/// ```
///
/// A value has no identity, so the state stores one. Observers of a parent are notified when a
/// child is replaced by another one, not when something inside the child changes.
public protocol ObservableState: Observable, KeyPathListing {
  /// The identity of this state. Only copies of the state share it.
  var _$id: ObservableStateID { get }

  /// Assigns a new identity before a modification in place, unless no copy of the state exists.
  mutating func _$willModify()
}

extension ObservableState {
  /// Empty by default, for enums and for states whose conformance is written by hand.
  public static var _$keyPaths: _$KeyPaths<Self> { [] }
}
