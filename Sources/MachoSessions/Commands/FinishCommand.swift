extension Command {
  package static let finish: Command = .init(
    "finish", usage: [""],
    summary: "assert that nothing is left over",
    details: """
      Fails if received actions are unasserted, effects are in flight or stubs were never called.
      Checks all open stores. The end of a script is an implicit 'finish'.
      """,
    argument: .none, helpGroup: .act, traits: [.assertsEnd, .readsHistory], transcript: .line
  ) { session, arguments throws(Diagnostic) in
    try arguments.requireEnd(of: finish)
    _ = try session.opened()
    session.isFinished = true
    for open in session.stores {
      do throws(Diagnostic) { try session.finish(open) } catch {
        var error = error
        if session.stores.count > 1 { error.notes.append("in the store '\(open.name)'") }
        throw error
      }
    }
  }
}

extension Session {
  fileprivate func finish(_ open: OpenStore) throws(Diagnostic) {
    try requireNoExternalWork(open)
    try resolveUnassertedActions(of: open, before: "finish")
    let running = open.store.effects
    if isExhaustive, !running.isEmpty {
      throw Diagnostic(
        "running-effects",
        running.count == 1 ? "an effect still runs" : "\(running.count) effects still run",
        notes: running.map { $0.identity + ": \($0.status)" })
    }
    for effect in running {
      events.append(
        .notice("skipped #\(effect.id) \(effect.name), from \(effect.origin)"))
    }
    let unused = open.stubs.unusedStubs
    if !isExhaustive {
      for line in unused { events.append(.notice("skipped unused stub: " + line)) }
      return
    }
    guard unused.isEmpty else {
      throw Diagnostic(
        "unused-stub", unused.count == 1 ? "a stub was never called" : "stubs were never called",
        notes: unused)
    }
  }
}
