extension Command {
  package static let goto: Command = .init(
    "goto", usage: ["N", "NAME"],
    summary: "restore a point of the history",
    details: """
      N is a number of 'history': the point after that action; 0 is the start. NAME is a mark, or a
      branch, of which it restores the end. Effects that started after the paths diverged are
      cancelled, and effects are not run again. The clock does not change. A state's object keeps its
      content, as after 'undo'. A feature that is an object and cannot restore a state is replayed. It
      cannot reach another branch after an action in this one.

        goto 2
      """,
    argument: .point, helpGroup: .history,
    traits: [.travelsInTime, .readsHistory], transcript: .lineUnlessLiveObject
  ) { context, arguments throws(Diagnostic) in
    var arguments = arguments
    guard let point = try arguments.consumePoint(for: goto) else {
      throw goto.usageError("a number or a name is missing")
    }
    try arguments.requireEnd(of: goto)
    let open = try context.opened()
    try context.timeTravel(to: try open.resolve(point))
  }
}
