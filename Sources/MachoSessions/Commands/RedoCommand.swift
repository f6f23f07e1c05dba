extension Command {
  package static let redo: Command = .init(
    "redo", usage: ["[COUNT]", "COUNT actions"],
    summary: "reapply undone inputs",
    details: """
      Restores the state after the next undone input. Prints what was reapplied. Default for COUNT: 1.
      With 'actions', reapplies single actions. Effects are not run again; the actions that they sent
      are in the history.

        redo 2
        redo 1 action
      """,
    argument: .none, helpGroup: .history,
    traits: [.travelsInTime, .readsHistory], transcript: .lineUnlessLiveObject
  ) { context, arguments throws(Diagnostic) in
    let distance = try HistoryDistance(parsing: arguments, of: redo)
    let history = try context.opened().history
    let position = try distance.laterPosition(in: history)
    let redone = history.entries(leadingTo: position, butNotTo: history.currentPosition)
    try context.timeTravel(to: position)
    context.report(lines: redone.map(\.line), as: "reapplied")
  }
}
