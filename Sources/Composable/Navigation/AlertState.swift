import CustomDump

/// An alert as a value: its texts and the actions of its buttons.
///
/// ```swift
/// extension AlertState where Action == Contacts.Action.Alert {
///   static func deleteConfirmation(id: UUID) -> Self {
///     Self {
///       TextState("Are you sure?")
///     } actions: {
///       ButtonState(role: .destructive, action: .confirmDeletion(id: id)) {
///         TextState("Delete")
///       }
///     }
///   }
/// }
/// ```
///
/// As upstream, alerts are compared by their texts and actions.
public struct AlertState<Action> {
  /// The title.
  public var title: TextState
  /// The buttons.
  public var actions: [ButtonState<Action>]
  /// The text below the title.
  public var message: TextState?
  /// Which alert this is.
  let _$number = PresentationNumber()

  /// The buttons, by their older name.
  public var buttons: [ButtonState<Action>] {
    get { actions }
    set { actions = newValue }
  }

  /// Creates an alert.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(title: title(), message: message?(), buttons: actions())
  }

  /// Creates an alert from values. Older form.
  public init(title: TextState, message: TextState? = nil, buttons: [ButtonState<Action>]) {
    self.title = title
    self.message = message
    actions = buttons
  }

  /// Creates an alert with at most one button. Older form.
  public init(
    title: TextState, message: TextState? = nil, dismissButton: ButtonState<Action>? = nil
  ) {
    self.init(title: title, message: message, buttons: dismissButton.map { [$0] } ?? [])
  }

  /// Creates an alert with two buttons. Older form.
  public init(
    title: TextState, message: TextState? = nil, primaryButton: ButtonState<Action>,
    secondaryButton: ButtonState<Action>
  ) {
    self.init(title: title, message: message, buttons: [primaryButton, secondaryButton])
  }

  /// Returns an alert with transformed actions.
  public func map<NewAction>(
    _ transform: (Action?) -> NewAction?
  ) -> AlertState<NewAction> {
    AlertState<NewAction>(
      title: title, message: message, buttons: actions.map { $0.map(transform) })
  }
}

extension AlertState: Equatable where Action: Equatable {}
extension AlertState: Hashable where Action: Hashable {}
extension AlertState: Sendable where Action: Sendable {}

extension AlertState: CustomDumpReflectable {
  /// The title, and the buttons and message if present.
  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = [("title", title)]
    if !actions.isEmpty { children.append(("actions", actions)) }
    if let message { children.append(("message", message)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
