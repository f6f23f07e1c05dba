import MachoValues

extension Command {
  static let settle: Command = .init(
    "settle", usage: ["within DURATION"],
    summary: "wait for effects that wait for the world outside",
    details: """
      The only verb that waits for real time. It ends as soon as no effect waits for anything
      outside the store's executor, and fails when some still do after DURATION. Ctrl-C at a prompt
      ends it before, and the session goes on.

        settle within 2s
      """,
    argument: .words(["within"])
  ) { session, arguments throws(Diagnostic) in
    var arguments = arguments
    guard arguments.consume("within"), !arguments.isEmpty else {
      throw settle.usageError("it says how long to wait at most", at: arguments.range)
    }
    let open = try session.opened()
    let limit: Duration
    do throws(ValueError) { limit = try open.syntax.read(arguments.text, as: Duration.self) } catch
    {
      throw Diagnostic(error, offset: arguments.offset)
    }
    guard limit >= .zero else {
      throw Diagnostic("out-of-range", "a time to wait is not negative", at: arguments.range)
    }
    session.isFinished = false
    session.events.append(.waited(for: open.store.externalEffects))
    guard open.store.settle(within: limit, unless: session.interrupt) else {
      let left = open.store.effects.filter { $0.status == .external }.map(\.identity)
      guard !session.interrupt.isRequested else {
        throw Diagnostic("interrupted", "nobody waits any more; what runs goes on", notes: left)
      }
      throw Diagnostic(
        "not-settled", "after \(arguments.text) effects still wait for something outside",
        notes: left)
    }
  }
}
