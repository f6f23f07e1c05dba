/// What can happen to a child that is presented: its own actions, and that it goes.
///
/// ```swift
/// enum Action {
///   case alert(PresentationAction<Alert>)
/// }
/// ```
public enum PresentationAction<Action> {
  /// The child is to go.
  case dismiss
  /// The child's own action.
  indirect case presented(Action)
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Encodable where Action: Encodable {}
extension PresentationAction: Decodable where Action: Decodable {}
