extension Command {
  static let effects: Command = .init(
    "effects", usage: [""],
    summary: "list the effects that run, and what each waits for",
    details: """
      Each line names the action that started the effect, the place of its '.run', how long ago that
      was on the clock that 'advance' moves, unless no time has passed, and whether it sleeps on that
      clock, waits for an answer or waits for the world outside.
      """
  ) { session, arguments throws(Diagnostic) in
    try arguments.requireEnd(of: effects)
    session.events.append(.effects(try session.opened().store.effects))
  }
}
