/// An action of a presented child, or its dismissal.
///
/// ```swift
/// enum Action {
///   case alert(PresentationAction<Alert>)
/// }
/// ```
public enum PresentationAction<Action> {
  /// Dismisses the child.
  case dismiss
  /// The child's own action.
  indirect case presented(Action)
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Encodable where Action: Encodable {}
extension PresentationAction: Decodable where Action: Decodable {}
