extension Command {
  package static let history: Command = .init(
    "history", usage: [""],
    summary: "list the actions so far",
    details: """
      Prints one line for each sent or received action of the current branch, and for each change
      without an action. '>' marks the current
      position after 'undo' or 'goto'. The names of marks follow in brackets. '(undo keeps PATH)' names
      properties of objects in the state, which time travel does not restore.
      """,
    argument: .none, helpGroup: .history, traits: [.readsState, .readsHistory, .usesPager],
    transcript: .line
  ) { context, arguments throws(Diagnostic) in
    try arguments.requireEnd(of: history)
    let open = try context.opened()
    context.report(.history(open.history.summary, position: open.history.position))
  }
}
