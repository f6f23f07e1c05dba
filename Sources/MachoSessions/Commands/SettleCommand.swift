import MachoValues

extension Line {
  /// The line with which a script waits for the external work of a session.
  package static let settleInScript = Line(.settle, "within 10s")

  /// How long a `settle` line waits at most. `nil` for other lines and wrong arguments.
  package var settleLimit: Duration? {
    var arguments = arguments
    guard command == .settle, arguments.consume("within") else { return nil }
    return try? ValueSyntax().read(arguments.text, as: Duration.self)
  }
}

extension Command {
  package static let settle: Command = .init(
    "settle", usage: ["within DURATION"],
    summary: "wait for external work",
    details: """
      Waits in real time until no effect waits for external work, that is, work outside of the
      store's executor. Fails if effects still wait after DURATION. At a prompt, Ctrl-C stops
      waiting. Blocks that effects gave to a dispatch queue are awaited too, and so are cancelled
      effects that gave work to a queue or a thread: they can still change shared values.

        settle within 2s
      """,
    argument: .words(["within"]), helpGroup: .time,
    traits: .waitsForExternalWork, transcript: .lineUnlessLive(.omitted)
  ) { context, arguments throws(Diagnostic) in
    var arguments = arguments
    guard arguments.consume("within"), !arguments.isEmpty else {
      throw settle.usageError("expected 'within' and a duration", at: arguments.range)
    }
    let limit = try arguments.parseDuration(context.syntax)
    let open = try context.opened()
    context.setFinished(false)
    context.report(.waited(for: open.store.externalEffects))
    guard open.store.settle(within: limit, interrupt: context.interrupt) else {
      let left = open.store.effects.filter { $0.status == .external }
      guard !context.interrupt.isRequested else {
        throw Diagnostic(
          "interrupted", "stopped waiting; effects keep running", notes: left.map(\.identity),
          locations: left.map(\.location))
      }
      throw Diagnostic(
        "not-settled", "after \(arguments.text) effects still wait for external work",
        notes: left.map(\.identity), locations: left.map(\.location))
    }
  }
}
