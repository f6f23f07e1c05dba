import MachoValues

extension Command {
  package static let send: Command = .init(
    "send", usage: ["ACTION"],
    summary: "send an action and show the state change",
    details: """
      Runs the store until it is idle: all effects have finished, sleep on the test clock or wait
      for external work. In an exhaustive script, 'receive' must assert all received actions first.

        send incrementButtonTapped
      """,
    argument: .sentAction, helpGroup: .act, traits: .sendsAction, transcript: .line
  ) { context, arguments throws(Diagnostic) in
    guard !arguments.isEmpty else { throw send.usageError("an action is missing") }
    let open = try context.opened()
    let action: Any
    do throws(ValueError) {
      action = try open.syntax.readAction(arguments.text, of: open.feature)
    } catch {
      throw arguments.assignmentError(in: open.feature, open.syntax)
        ?? Diagnostic(error, offset: arguments.offset)
    }
    context.report(
      try open.resolveUnassertedActions(before: send.verb, isExhaustive: context.isExhaustive))
    try open.rejectAbsentButton(of: action, arguments)
    context.setFinished(false)
    open.unassertedActions = []
    open.store.send(action)
    var transitions = open.takeTransitions()
    // Other threads may have modified the state before.
    let preceding = transitions.prefix(while: \.cause.isModification)
    context.precede(open.applyPreceding(preceding))
    transitions.removeFirst(preceding.count)
    guard !transitions.isEmpty else { return }
    var first = transitions.removeFirst()
    first.startsInput = true
    open.queue += transitions
    context.report(.changed(open.apply(first, as: Line(.send, String(arguments.text)))))
  }
}

extension OpenStore {
  /// Throws an error if an action is that of an alert's or dialog's button, and the state presents no such
  /// button.
  fileprivate func rejectAbsentButton(of action: Any, _ arguments: Arguments) throws(Diagnostic) {
    guard case .noButton(let path, let actions) = syntax.address(of: action, in: root) else {
      return
    }
    let range = 0..<arguments.text.utf8.count
    guard let actions else {
      throw Diagnostic(
        ValueError(.noSuchButton, range, "'\(path)' is not presented"), offset: arguments.offset)
    }
    throw Diagnostic(
      ValueError(
        .noSuchButton, range, "no button of '\(path)' sends this action",
        candidates: actions.map(syntax.print),
        notes: actions.isEmpty ? ["its buttons send no action"] : []),
      offset: arguments.offset)
  }
}
