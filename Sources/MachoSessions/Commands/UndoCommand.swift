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
    let count = try arguments.count(for: undo, fallback: 1)
    try arguments.requireEnd(of: undo)
    let open = try session.opened()
    guard let entry = open.history.undo(count) else {
      throw Diagnostic(
        "nothing-to-undo", History.shortage(of: "earlier", open.history.position, asked: count))
    }
    do throws(Diagnostic) { try session.travel(to: entry.step.beginning) } catch {
      _ = open.history.redo(count)
      throw error
    }
  }
}

extension Session {
  /// Puts a state of the history in place; effects born after the given one are cancelled.
  func travel(to moment: Moment) throws(Diagnostic) {
    guard let open else { return }
    let diff = open.store.diff(open.shown, moment.state)
    let cancelled = try open.store.travel(to: moment)
    open.shown = moment.state
    isFinished = false
    events.append(.changed(diff: diff))
    for step in open.queue {
      events.append(.notice("dropped " + open.receiveLine(step.action)))
    }
    open.queue = []
    open.unnamed = []
    for effect in cancelled {
      events.append(.notice("cancelled #\(effect.id) \(effect.name), from \(effect.origin)"))
    }
  }
}
