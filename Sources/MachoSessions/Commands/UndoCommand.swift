extension Command {
  static let undo: Command = .init(
    "undo", usage: ["[COUNT]"],
    summary: "go back by an action, or by COUNT",
    details: """
      Puts the state of before the action in place and cancels the effects that were born since.
      Effects that have ended do not come back, and the clock stays where it is. An object that
      cannot take a state back is replayed from its start instead, and its clock with it.

        undo 2
      """
  ) { session, arguments throws(Diagnostic) in
    var arguments = arguments
    let count = try arguments.consumeCount(for: undo, fallback: 1)
    try arguments.requireEnd(of: undo)
    let open = try session.opened()
    let position = open.history.position
    guard count <= position else {
      throw Diagnostic(
        "nothing-to-undo", History.shortageMessage(of: "earlier", position, asked: count))
    }
    try session.timeTravel(to: open.history.positionInBranch(position - count))
  }
}

extension Session {
  /// Goes to a place in the history and puts its state in place; effects that were born since the
  /// ways parted are cancelled.
  func timeTravel(to place: History.Position) throws(Diagnostic) {
    guard let open else { return }
    guard let moment = try open.history.restorePoint(of: place, by: open.store) else {
      open.history.move(to: place)
      events.append(.changed(diff: nil))
      return
    }
    let diff = open.store.diff(open.scriptState, moment.state)
    let cancelled = try open.store.restore(to: moment)
    open.history.move(to: place)
    open.scriptState = moment.state
    isFinished = false
    events.append(.changed(diff: diff))
    for step in open.queue {
      events.append(.notice("dropped " + open.receiveLine(step.action)))
    }
    open.queue = []
    open.unassertedActions = []
    for effect in cancelled {
      events.append(.notice("cancelled #\(effect.id) \(effect.name), from \(effect.origin)"))
    }
  }
}
