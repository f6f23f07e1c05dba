extension Command {
  package static let undo: Command = .init(
    "undo", usage: ["[COUNT]"],
    summary: "undo actions",
    details: """
      Restores the state before the last action. Default for COUNT: 1. Cancels effects that started
      since. Finished effects do not run again, and the clock does not change. An object that cannot
      restore a state is replayed from its start; its clock is restored too.

        undo 2
      """,
    argument: .none, helpGroup: .history,
    traits: [.travelsInTime, .readsHistory], transcript: .lineUnlessLiveObject
  ) { context, arguments throws(Diagnostic) in
    var arguments = arguments
    let count = try arguments.consumeCount(for: undo, fallback: 1)
    try arguments.requireEnd(of: undo)
    let open = try context.opened()
    let position = open.history.position
    guard count <= position else {
      throw Diagnostic(
        "nothing-to-undo", History.shortageMessage(of: "earlier", position, requested: count))
    }
    try context.timeTravel(to: open.history.positionInBranch(position - count))
  }
}

extension CommandContext {
  /// Restores a position of the history. Cancels effects that started after the paths diverged.
  func timeTravel(to position: History.Position) throws(Diagnostic) {
    let open = try opened()
    guard let point = try open.history.restorePoint(for: position, by: open.store) else {
      open.history.move(to: position)
      report(.changed(diff: nil))
      return
    }
    let diff = open.store.diff(open.scriptState, point.state)
    let cancelled = try open.store.restore(to: point)
    open.history.move(to: position)
    open.scriptState = point.state
    setFinished(false)
    report(.changed(diff: diff))
    for transition in open.queue {
      report(.notice("dropped " + open.receiveLine(transition.action)))
    }
    open.queue = []
    open.unassertedActions = []
    for effect in cancelled {
      report(.notice("cancelled #\(effect.id) \(effect.name), from \(effect.origin)"))
    }
  }
}
