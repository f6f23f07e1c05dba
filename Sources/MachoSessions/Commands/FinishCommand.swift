extension Command {
  package static let finish: Command = .init(
    "finish", usage: [""],
    summary: "assert that nothing is left over",
    details: """
      Fails if received actions are unasserted, effects are in flight or stubs were never called.
      Names the blocks and threads of effects that have not begun. Checks all open stores. The end of a script is an implicit 'finish'.
      """,
    argument: .none, helpGroup: .act, traits: [.assertsEnd, .readsHistory], transcript: .line
  ) { context, arguments throws(Diagnostic) in
    try arguments.requireEnd(of: finish)
    _ = try context.opened()
    context.setFinished(true)
    for open in context.stores.all {
      do throws(Diagnostic) { try context.finish(open) } catch {
        var error = error
        if context.stores.all.count > 1 { error.notes.append("in the store '\(open.name)'") }
        throw error
      }
    }
  }
}

extension CommandContext {
  /// Returns the lines with which a script can end or ignore the effects in flight, as notes.
  private func nextSteps(for running: [RunningEffect], of open: OpenStore) -> [String] {
    let answer = open.stubs.pendingCalls.first.flatMap { call in
      open.feature.endpoints.first { $0.name == call.endpoint }.map {
        "answer it:  answer \(call.text) -> \($0.exampleReturnValue)"
      }
    }
    let deadlines = running.compactMap { effect -> Duration? in
      if case .asleep(let duration) = effect.status { duration } else { nil }
    }
    let advance = deadlines.max().map { "let time pass:  advance \(syntax.print($0))" }
    return [answer, advance].compactMap(\.self) + ["ignore them:  skip effects"]
  }

  /// Asserts that a store has no unasserted actions, effects in flight or unused stubs. With
  /// 'exhaustive off', skips them and reports them.
  fileprivate func finish(_ open: OpenStore) throws(Diagnostic) {
    try open.requireNoExternalWorkInScript()
    report(try open.resolveUnassertedActions(before: command.verb, isExhaustive: isExhaustive))
    let running = open.store.effects
    if isExhaustive, !running.isEmpty {
      throw Diagnostic(
        "running-effects",
        running.count == 1 ? "an effect still runs" : "\(running.count) effects still run",
        notes: running.map { $0.identity + ": \($0.status)" } + nextSteps(for: running, of: open),
        locations: running.map(\.location))
    }
    for effect in running {
      report(
        .notice("skipped #\(effect.id) \(effect.name), from \(effect.origin)"))
    }
    reportHeldWork(of: open)
    let unused = open.stubs.unusedStubs
    if !isExhaustive {
      for line in unused { report(.notice("skipped unused stub: " + line)) }
      return
    }
    guard unused.isEmpty else {
      throw Diagnostic(
        "unused-stub", unused.count == 1 ? "a stub was never called" : "stubs were never called",
        notes: unused)
    }
  }
}
