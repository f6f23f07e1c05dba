extension Command {
  static let history: Command = .init(
    "history", usage: [""],
    summary: "list the actions so far",
    details: """
      Each action that was sent or received has a line; '>' stands where 'undo' or 'goto' has led,
      and the names that 'mark' gave stand in brackets behind their points. Of several branches it
      is the one in use.
      """
  ) { session, arguments throws(Diagnostic) in
    try arguments.requireEnd(of: history)
    let open = try session.opened()
    session.events.append(.history(open.history.summary, position: open.history.position))
  }
}
