import CustomDump

/// An alert as a value: what it says and what its buttons send.
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
/// As upstream's it is compared by what it says and sends.
public struct AlertState<Action> {
  /// What the alert is about.
  public var title: TextState
  /// Its buttons.
  public var actions: [ButtonState<Action>]
  /// What it says below the title.
  public var message: TextState?

  /// Its buttons, by their older name.
  public var buttons: [ButtonState<Action>] {
    get { actions }
    set { actions = newValue }
  }

  /// Makes an alert.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(title: title(), message: message?(), buttons: actions())
  }

  /// Makes an alert of values; the older way.
  public init(title: TextState, message: TextState? = nil, buttons: [ButtonState<Action>]) {
    self.title = title
    self.message = message
    actions = buttons
  }

  /// Makes an alert with one button; the older way.
  public init(
    title: TextState, message: TextState? = nil, dismissButton: ButtonState<Action>? = nil
  ) {
    self.init(title: title, message: message, buttons: dismissButton.map { [$0] } ?? [])
  }

  /// Makes an alert with two buttons; the older way.
  public init(
    title: TextState, message: TextState? = nil, primaryButton: ButtonState<Action>,
    secondaryButton: ButtonState<Action>
  ) {
    self.init(title: title, message: message, buttons: [primaryButton, secondaryButton])
  }

  /// An alert that sends another kind of action.
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
  /// The parts that are there.
  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = [("title", title)]
    if !actions.isEmpty { children.append(("actions", actions)) }
    if let message { children.append(("message", message)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
