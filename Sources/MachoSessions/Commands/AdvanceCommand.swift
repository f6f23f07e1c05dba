import MachoValues

extension Command {
  package static let advance: Command = .init(
    "advance", usage: ["DURATION", ""], withoutArguments: "to the next deadline",
    summary: "advance the test clock",
    details: """
      Advances the test clock one deadline at a time, and runs the store after each. Default for
      DURATION: the time until the next deadline. Advances the clocks of all open stores.

        advance 300ms
      """,
    argument: .none, helpGroup: .time, traits: [],
    transcript: .lineUnlessLive(.comment("time advances by itself in a live session:"))
  ) { context, arguments throws(Diagnostic) in
    let given = arguments.isEmpty ? nil : try arguments.parseDuration(context.syntax)
    let open = try context.opened()
    guard let duration = given ?? context.stores.nextDeadline else {
      throw Diagnostic("no-deadline", "nothing sleeps on the test clock")
    }
    context.setFinished(false)
    try context.advanceClocks(duration, of: open)
  }
}

extension CommandContext {
  /// Advances the test clocks of all stores. Throws if `open` has no test clock.
  func advanceClocks(_ duration: Duration, of open: OpenStore) throws(Diagnostic) {
    guard open.store.advance(by: duration) else {
      throw Diagnostic(
        "not-supported", "the \(open.context.rawValue) context has no test clock",
        notes: ["wait for external work:  settle within 2s"])
    }
    for other in stores.all where other !== open { _ = other.store.advance(by: duration) }
    recordElapsedTime(duration)
  }
}
