import MachoSessions
import MachoValues

/// Checks at the end of a run that undo and redo restore the states.
struct TimeTravelCheck {
  func check(_ run: inout Run) {
    guard let first = run.lastTransitions.first, let last = run.lastTransitions.last,
      run.lastTransitions.allSatisfy({ $0.cause == .sent }), first.cause == .sent
    else { return }
    let before = RestorePoint(
      state: first.before, transitionCount: first.index, lastEffectID: first.lastEffectIDBefore)
    let after = RestorePoint(
      state: last.after, transitionCount: last.index + 1, lastEffectID: last.lastEffectIDBefore)
    for (point, verb) in [(before, "undo"), (after, "redo")] {
      // A store that cannot travel at this point says so. That is no failure.
      guard (try? run.store.restore(to: point)) != nil else { return }
      _ = run.store.takeProblems()
      if run.isDescribing { run.result.description.lines.append(verb) }
      guard valuesEqual(run.store.state, point.state) else {
        run.result.finding = Finding(
          .undo, identity: verb, message: "'\(verb)' does not restore the state")
        return
      }
    }
    if run.isDescribing { run.result.description.lines.removeLast(2) }
  }
}
