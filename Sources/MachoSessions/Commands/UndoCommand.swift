extension Command {
  package static let undo: Command = .init(
    "undo", usage: ["[COUNT]", "COUNT actions"],
    summary: "undo inputs with everything they caused",
    details: """
      Restores the state before the last input: a sent action, an advance of time or external work,
      with all actions that effects sent because of it. All actions of a 'replay' are one input.
      Prints what was undone. Default for COUNT: 1. With 'actions', undoes single actions. Cancels
      effects that started since. Finished effects do not run again, and the clock does not change. A
      state's object keeps its content, which a line below names if it differs. A feature that is an
      object and cannot restore a state is replayed from its start; its clock is restored too.

        undo 2
        undo 1 action
      """,
    argument: .none, helpGroup: .history,
    traits: [.travelsInTime, .readsHistory], transcript: .lineUnlessLiveObject
  ) { context, arguments throws(Diagnostic) in
    let distance = try HistoryDistance(parsing: arguments, of: undo)
    let history = try context.opened().history
    let position = try distance.earlierPosition(in: history)
    let undone = history.entries(leadingTo: history.currentPosition, butNotTo: position)
    try context.timeTravel(to: position)
    context.report(lines: undone.map(\.line), as: "undid")
  }
}

extension CommandContext {
  /// Restores a position of the history. Cancels effects that started after the paths diverged.
  func timeTravel(to position: History.Position) throws(Diagnostic) {
    let open = try opened()
    guard let point = try open.history.restorePoint(for: position, by: open.store) else {
      open.history.move(to: position)
      report(.changed(nil))
      return
    }
    let before = open.recordedState
    let cancelled = try open.store.restore(to: point)
    precede(open.endedInScriptEvents(cancelled))
    open.history.move(to: position)
    open.scriptState = point.state
    open.scriptObjects = open.store.objects
    setFinished(false)
    report(.changed(open.store.change(from: before, to: open.recordedState)))
    reportKeptProperties(of: open, from: point)
    for transition in open.queue {
      report(.notice("dropped " + open.receiveLine(transition.action).text))
    }
    open.queue = []
    open.unassertedActions = []
    if !open.monitor.isEmpty { open.monitor.resume(in: open.scene) }
    for effect in cancelled {
      report(.notice("cancelled #\(effect.id) \(effect.name), from \(effect.origin)"))
    }
  }

  /// Reports what the restored state would contain, if the contents of its objects were restored.
  private func reportKeptProperties(of open: OpenStore, from point: RestorePoint) {
    guard let recorded = point.objects, let present = open.scriptObjects else { return }
    let kept = open.store.changedProperties(from: recorded, to: present)
    for property in kept.prefix(10) {
      report(.notice("kept \(property): the content of an object is not restored"))
    }
    if kept.count > 10 { report(.notice("kept \(kept.count - 10) more properties of objects")) }
  }

  /// Reports a notice for each line of the history, the first ten in full.
  func report(lines: [String], as verb: String) {
    for line in lines.prefix(10) { report(.notice("\(verb) \(line)")) }
    if lines.count > 10 { report(.notice("\(verb) \(lines.count - 10) more actions")) }
  }
}
