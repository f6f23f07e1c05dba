import MachoValues

extension Command {
  static let send: Command = .init(
    "send", usage: ["ACTION"],
    summary: "send an action and show what it changes",
    details: """
      Runs the store until it is quiescent: every effect has ended, sleeps on the controlled
      clock or waits for something outside. In a script that is exhaustive, what was received
      before has to be named by 'receive' first.

        send incrementButtonTapped
      """,
    argument: .action
  ) { session, arguments throws(Diagnostic) in
    guard !arguments.isEmpty else { throw send.usageError("an action is missing") }
    let open = try session.opened()
    let action: Any
    do throws(ValueError) {
      action = try open.syntax.readAction(arguments.text, of: open.feature)
    } catch {
      throw Diagnostic(error, offset: arguments.offset)
    }
    try session.resolveUnassertedActions(of: open, before: "send")
    session.isFinished = false
    open.unassertedActions = []
    open.store.send(action)
    var steps = open.store.takeTransitions()
    guard let first = steps.first else { return }
    steps.removeFirst()
    open.queue += steps
    session.events.append(
      .changed(diff: session.apply(first, as: "send " + arguments.text, of: open)))
  }
}
