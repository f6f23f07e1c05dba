/// An action of an element of a `StackState`, or a push or pop.
///
/// ```swift
/// enum Action {
///   case path(StackActionOf<Path>)
/// }
/// ```
public enum StackAction<State, Action> {
  /// An element's own action.
  indirect case element(id: StackElementID, action: Action)
  /// Removes an element and all elements above it.
  case popFrom(id: StackElementID)
  /// Pushes a new element.
  case push(id: StackElementID, state: State)
}

/// The stack actions of a feature.
public typealias StackActionOf<R: _ReducerTypes> = StackAction<R.State, R.Action>

extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
extension StackAction: Sendable where State: Sendable, Action: Sendable {}
