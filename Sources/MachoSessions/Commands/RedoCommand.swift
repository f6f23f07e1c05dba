extension Command {
  static let redo: Command = .init(
    "redo", usage: ["[COUNT]"],
    summary: "go forth again by an action, or by COUNT",
    details: """
      Puts the state of after the action back in place. Its effects are not run again: what they
      sent stands in the history behind it.

        redo 2
      """
  ) { session, arguments throws(Diagnostic) in
    var arguments = arguments
    let count = try arguments.consumeCount(for: redo, fallback: 1)
    try arguments.requireEnd(of: redo)
    let open = try session.opened()
    let position = open.history.position
    let later = open.history.log.count - position
    guard count <= later else {
      throw Diagnostic("nothing-to-redo", History.shortageMessage(of: "later", later, asked: count))
    }
    try session.timeTravel(to: open.history.positionInBranch(position + count))
  }
}
