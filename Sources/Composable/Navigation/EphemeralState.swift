/// A state that is shown once and goes by itself when one of its actions comes: an alert's.
public protocol _EphemeralState<Action> {
  /// What can be chosen in it.
  associatedtype Action
}

extension AlertState: _EphemeralState {}
extension ConfirmationDialogState: _EphemeralState {}

/// The kinds of children that there are.
enum ChildKind {
  case feature
  /// It goes when an action of this type comes.
  case ephemeral(Any.Type)

  /// The kind of a child: its state's, or that of the case in which its state is.
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

  /// Whether the child goes when this action comes.
  func isDismissed<Action>(with action: Action) -> Bool {
    guard case .ephemeral(let type) = self else { return false }
    return Action.self == type || ActiveEnumCase(of: action)?.payloadType == type
  }

  private static func actionType<State: _EphemeralState>(of _: State.Type) -> Any.Type {
    State.Action.self
  }
}
