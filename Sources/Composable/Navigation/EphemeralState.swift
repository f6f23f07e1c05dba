/// A state that is dismissed automatically by any of its actions, such as an alert's.
public protocol _EphemeralState<Action> {
  /// The actions of its buttons.
  associatedtype Action
}

extension AlertState: _EphemeralState {}
extension ConfirmationDialogState: _EphemeralState {}

/// The kind of a child.
enum ChildKind {
  case feature
  /// Dismissed by any action of this type.
  case ephemeral(Any.Type)

  /// Determines the kind from the child's state, or from the case that the state is in.
  init<State>(of state: State) {
    if let type = State.self as? any _EphemeralState.Type {
      self = .ephemeral(Self.actionType(of: type))
    } else if let type = ActiveEnumCase(of: state)?.payloadType as? any _EphemeralState.Type {
      self = .ephemeral(Self.actionType(of: type))
    } else {
      self = .feature
    }
  }

  var isFeature: Bool {
    if case .feature = self { true } else { false }
  }

  /// Whether the child is dismissed by this action.
  func isDismissed<Action>(by action: Action) -> Bool {
    guard case .ephemeral(let type) = self else { return false }
    return Action.self == type || ActiveEnumCase(of: action)?.payloadType == type
  }

  private static func actionType<State: _EphemeralState>(of _: State.Type) -> Any.Type {
    State.Action.self
  }
}
