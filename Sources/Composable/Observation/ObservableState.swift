import Observation

/// A state whose properties are observed one by one: `@ObservableState` writes the conformance.
///
/// ```swift
/// @ObservableState
/// struct State {
///   var count = 0
/// }
/// ```
///
/// A value has no identity of its own, so the state carries one: what observes a parent hears
/// that a child was replaced by another, and not that something inside of the child changed.
public protocol ObservableState: Observable, KeyPathListing {
  /// Tells this state from every other that is not a copy of it.
  var _$id: ObservableStateID { get }

  /// Gives the state a new identity, unless it has no copy: it is about to be changed in place.
  mutating func _$willModify()
}

extension ObservableState {
  /// Nothing, for an enum and for a state that is written by hand: its storage is listed then.
  public static var _$keyPaths: _$KeyPaths<Self> { [] }
}
