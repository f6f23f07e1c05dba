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
    try session.start(try session.opened(), from: arguments)
  }
}

extension Session {
  /// Starts a store again from a state that is written out, or from the registered one.
  func start(_ open: OpenStore, from text: Arguments) throws(Diagnostic) {
    var state = open.feature.startState
    if !text.isEmpty {
      do throws(ValueError) {
        state = try open.syntax.read(
          text.text, as: open.feature.stateType, overlaying: open.feature.startState)
      } catch { throw Diagnostic(error, offset: text.offset) }
    }
    reopen(open, from: state, in: open.context, stubs: open.stubs)
    self.open?.ignoreRules = open.ignoreRules
    self.open?.watches = open.watches
  }
}
