import CustomDump

/// A confirmation dialog as a value: what it says and what its buttons send.
///
/// ```swift
/// state.dialog = ConfirmationDialogState {
///   TextState("Sort by")
/// } actions: {
///   ButtonState(action: .name) { TextState("Name") }
///   ButtonState(action: .date) { TextState("Date") }
/// }
/// ```
///
/// As upstream's it is compared by what it says and sends.
public struct ConfirmationDialogState<Action> {
  /// Whether the title is shown.
  public var titleVisibility: ConfirmationDialogStateTitleVisibility
  /// What the dialog is about.
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

  /// Makes a dialog.
  public init(
    titleVisibility: ConfirmationDialogStateTitleVisibility = .automatic,
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(
      title: title(), titleVisibility: titleVisibility, message: message?(), buttons: actions())
  }

  /// Makes a dialog of values; the older way.
  public init(
    title: TextState, titleVisibility: ConfirmationDialogStateTitleVisibility = .automatic,
    message: TextState? = nil, buttons: [ButtonState<Action>] = []
  ) {
    self.titleVisibility = titleVisibility
    self.title = title
    self.message = message
    actions = buttons
  }

  /// A dialog that sends another kind of action.
  public func map<NewAction>(
    _ transform: (Action?) -> NewAction?
  ) -> ConfirmationDialogState<NewAction> {
    ConfirmationDialogState<NewAction>(
      title: title, titleVisibility: titleVisibility, message: message,
      buttons: actions.map { $0.map(transform) })
  }
}

/// Whether a dialog's title is shown.
public enum ConfirmationDialogStateTitleVisibility: Hashable, Sendable {
  /// As the platform does it.
  case automatic
  /// Never.
  case hidden
  /// Always.
  case visible
}

extension ConfirmationDialogState: Equatable where Action: Equatable {}
extension ConfirmationDialogState: Hashable where Action: Hashable {}
extension ConfirmationDialogState: Sendable where Action: Sendable {}

extension ConfirmationDialogState: CustomDumpReflectable {
  /// The parts that are there.
  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = []
    if titleVisibility != .automatic { children.append(("titleVisibility", titleVisibility)) }
    children.append(("title", title))
    if !actions.isEmpty { children.append(("actions", actions)) }
    if let message { children.append(("message", message)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
