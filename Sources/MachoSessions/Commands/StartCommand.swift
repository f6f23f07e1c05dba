import MachoValues

extension Command {
  package static let start: Command = .init(
    "start", usage: ["[STATE]"],
    summary: "restart the feature with a state",
    details: """
      Omitted properties of STATE have the values of the registered start state. Keeps the stubs,
      clears the history and cancels the effects in flight. STATE can be a variable, and 'with'
      replaces some of its properties. Fails if the feature does not take over a part of STATE, as
      a view model that is created without it.

        start State(count: 41)
        start $base with(count: 41)
      """,
    argument: .state, helpGroup: .open, traits: .opensStore, transcript: .line
  ) { context, arguments throws(Diagnostic) in
    try context.start(try context.opened(), from: arguments)
  }
}

extension CommandContext {
  /// Restarts a store from a parsed state, or from the registered one.
  func start(_ open: OpenStore, from text: Arguments) throws(Diagnostic) {
    var state = open.feature.startState
    if !text.isEmpty {
      do throws(ValueError) {
        state = try open.syntax.read(
          text.text, as: open.feature.stateType, overlaying: open.feature.startState)
      } catch { throw Diagnostic(error, offset: text.offset) }
    }
    reopen(open, from: state, in: open.choice, stubs: open.stubs)
    stores.current?.ignoreRules = open.ignoreRules
    stores.current?.watches = open.watches
    if let problem = stores.current?.ignoredPart(ofStart: state) { throw problem }
  }
}
