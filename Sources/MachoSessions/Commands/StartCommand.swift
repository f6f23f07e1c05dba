import MachoValues

extension Command {
  static let start: Command = .init(
    "start", usage: ["[STATE]"],
    summary: "start the feature again, from a state of your own",
    details: """
      Properties that STATE does not name keep the value of the registered start state. Stubs
      stay; the history begins anew and running effects are cancelled.

        start State(count: 41)
      """,
    argument: .state
  ) { session, arguments throws(Diagnostic) in
    let open = try session.opened()
    var state = open.feature.startState
    if !arguments.isEmpty {
      do throws(ValueError) {
        state = try open.syntax.read(
          arguments.text, as: open.feature.stateType, overlaying: open.feature.startState)
      } catch { throw Diagnostic(error, offset: arguments.offset) }
    }
    session.reopen(open, from: state, in: open.context, stubs: open.stubs)
  }
}
