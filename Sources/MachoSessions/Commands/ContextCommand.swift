import MachoValues

extension Command {
  package static let context: Command = .init(
    "context", usage: ["test|preview|live"],
    summary: "choose the dependencies of features",
    details: """
      'test' requires stubs, 'preview' uses the feature's preview values, and 'live' the real
      dependencies. 'test' and 'preview' use a test clock, which only 'advance' moves. Restarts the
      open feature without stubs.

        context preview
      """,
    argument: .words(RunContext.allCases.map(\.rawValue)), helpGroup: .open,
    traits: .opensStore, transcript: .lineUnlessLive(.replacement("context test"))
  ) { context, arguments throws(Diagnostic) in
    var arguments = arguments
    guard let (name, range) = arguments.consumeWord() else {
      throw Command.context.usageError("a context is missing")
    }
    try arguments.requireEnd(of: Command.context)
    guard let chosen = RunContext(rawValue: name) else {
      throw Diagnostic(
        "usage", "unknown context '\(name)'", at: range,
        candidates: Suggestions.nearest(to: name, among: RunContext.allCases.map(\.rawValue)),
        notes: Command.context.usageLines.map { "usage: " + $0 })
    }
    guard chosen != .live || context.allowsLive else {
      throw Diagnostic(
        "not-supported", "real dependencies are not allowed in this session", at: range)
    }
    context.choose(chosen)
  }
}
