/// What can happen to the elements of a `StackState`: their own actions, and that they come and go.
///
/// ```swift
/// enum Action {
///   case path(StackActionOf<Path>)
/// }
/// ```
public enum StackAction<State, Action> {
  /// An element's own action.
  indirect case element(id: StackElementID, action: Action)
  /// An element goes, and all above it.
  case popFrom(id: StackElementID)
  /// A new element comes on top.
  case push(id: StackElementID, state: State)
}

/// The stack actions of a feature.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>

extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
extension StackAction: Sendable where State: Sendable, Action: Sendable {}
