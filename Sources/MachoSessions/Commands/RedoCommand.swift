extension Command {
  package static let redo: Command = .init(
    "redo", usage: ["[COUNT]"],
    summary: "reapply undone actions",
    details: """
      Restores the state after the next undone action. Default for COUNT: 1. Effects are not run
      again; the actions that they sent follow in the history.

        redo 2
      """,
    argument: .none, helpGroup: .history,
    traits: [.travelsInTime, .readsHistory], transcript: .lineUnlessLiveObject
  ) { context, arguments throws(Diagnostic) in
    var arguments = arguments
    let count = try arguments.consumeCount(for: redo, fallback: 1)
    try arguments.requireEnd(of: redo)
    let open = try context.opened()
    let position = open.history.position
    let later = open.history.log.count - position
    guard count <= later else {
      throw Diagnostic(
        "nothing-to-redo", History.shortageMessage(of: "later", later, requested: count))
    }
    try context.timeTravel(to: open.history.positionInBranch(position + count))
  }
}
