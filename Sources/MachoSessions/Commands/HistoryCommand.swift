extension Command {
  static let history: Command = .init(
    "history", usage: [""],
    summary: "list the actions so far",
    details: "Each action that was sent or received has a line; '>' marks where 'undo' has led."
  ) { session, arguments throws(Diagnostic) in
    try arguments.requireEnd(of: history)
    let open = try session.opened()
    session.events.append(.history(open.history.summary, position: open.history.position))
  }
}
