import MachoSessions

/// Checks at the end of a run that undo and redo restore the states.
struct TimeTravelCheck {
  let feature: any DrivenFeature

  func check(_ run: inout Run) {
    guard let first = run.lastTransitions.first, let last = run.lastTransitions.last,
      run.lastTransitions.allSatisfy({ $0.cause == .sent }),
      // Undo cancels effects, whose cancellation may change the state of an object.
      run.store.effects.isEmpty
    else { return }
    let before = RestorePoint(
      state: first.before, transitionCount: first.index, lastEffectID: first.lastEffectIDBefore)
    let after = RestorePoint(
      state: last.after, transitionCount: last.index + 1, lastEffectID: last.lastEffectIDBefore)
    let lineCount = run.result.description.lines.count
    for (point, command) in [(before, Command.undo), (after, .redo)] {
      // A store that cannot travel at this point does not fail.
      guard (try? run.store.restore(to: point)) != nil else { break }
      _ = run.store.takeProblems()
      if run.isDescribing { run.result.description.lines.append(Line(command)) }
      if let difference = StateDifference(point.state, run.store.state, of: feature) {
        run.result.finding = Finding(
          .undo, identity: command.verb, message: "'\(command.verb)' does not restore the state")
        if run.isDescribing { run.result.description.lines.append(difference.line) }
        return
      }
    }
    run.result.description.lines.removeLast(run.result.description.lines.count - lineCount)
  }
}
