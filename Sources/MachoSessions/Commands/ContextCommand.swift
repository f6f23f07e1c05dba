import MachoValues

extension Command {
  static let context: Command = .init(
    "context", usage: ["test|preview|live"],
    summary: "choose the dependencies that features run with",
    details: """
      'test' knows only what the script stubs, 'preview' the feature's canned values, 'live' the
      real ones. In 'test' and 'preview' the clock stands still until 'advance'. A feature that is
      open starts again, with nothing stubbed.

        context preview
      """,
    argument: .words(RunContext.allCases.map(\.rawValue))
  ) { session, arguments throws(Diagnostic) in
    var arguments = arguments
    guard let (name, range) = arguments.consumeWord() else {
      throw context.usageError("a context is missing")
    }
    try arguments.requireEnd(of: context)
    guard let chosen = RunContext(rawValue: name) else {
      throw Diagnostic(
        "usage", "'\(name)' is no context", at: range,
        candidates: Suggestions.nearest(to: name, among: RunContext.allCases.map(\.rawValue)),
        notes: context.usageLines.map { "usage: " + $0 })
    }
    session.context = chosen
    session.scriptContext = chosen == .live ? .test : chosen
    if let open = session.open { session.reopen(open, in: chosen) }
  }
}
