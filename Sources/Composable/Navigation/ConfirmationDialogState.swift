import CustomDump

/// A confirmation dialog as a value: its texts and the actions of its buttons.
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
/// As upstream, dialogs are compared by their texts and actions.
public struct ConfirmationDialogState<Action> {
  /// When the title is shown.
  public var titleVisibility: ConfirmationDialogStateTitleVisibility
  /// The title.
  public var title: TextState
  /// The buttons.
  public var actions: [ButtonState<Action>]
  /// The text below the title.
  public var message: TextState?
  /// Which dialog this is.
  let _$number = PresentationNumber()

  /// The buttons, by their older name.
  public var buttons: [ButtonState<Action>] {
    get { actions }
    set { actions = newValue }
  }

  /// Creates a dialog.
  public init(
    titleVisibility: ConfirmationDialogStateTitleVisibility = .automatic,
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(
      title: title(), titleVisibility: titleVisibility, message: message?(), buttons: actions())
  }

  /// Creates a dialog from values. Older form.
  public init(
    title: TextState, titleVisibility: ConfirmationDialogStateTitleVisibility = .automatic,
    message: TextState? = nil, buttons: [ButtonState<Action>] = []
  ) {
    self.titleVisibility = titleVisibility
    self.title = title
    self.message = message
    actions = buttons
  }

  /// Returns a dialog with transformed actions.
  public func map<NewAction>(
    _ transform: (Action?) -> NewAction?
  ) -> ConfirmationDialogState<NewAction> {
    ConfirmationDialogState<NewAction>(
      title: title, titleVisibility: titleVisibility, message: message,
      buttons: actions.map { $0.map(transform) })
  }
}

/// When a dialog's title is shown.
public enum ConfirmationDialogStateTitleVisibility: Hashable, Sendable {
  /// The platform's default.
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
  /// The title, and the other fields if they are set.
  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = []
    if titleVisibility != .automatic { children.append(("titleVisibility", titleVisibility)) }
    children.append(("title", title))
    if !actions.isEmpty { children.append(("actions", actions)) }
    if let message { children.append(("message", message)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
