extension Command {
  static let finish: Command = .init(
    "finish", usage: [""],
    summary: "assert that nothing is left over",
    details: """
      Fails when received actions were not named, effects still run or stubs were never called.
      The end of a script is a 'finish'.
      """
  ) { session, arguments throws(Diagnostic) in
    try arguments.requireEnd(of: finish)
    let open = try session.opened()
    session.isFinished = true
    try session.requireNothingOutside(open)
    try session.accountForReceived(before: "finish")
    let running = open.store.effects
    if session.isExhaustive, !running.isEmpty {
      throw Diagnostic(
        "running-effects",
        running.count == 1 ? "an effect still runs" : "\(running.count) effects still run",
        notes: running.map { $0.identity + ": \($0.status)" })
    }
    for effect in running {
      session.events.append(
        .notice("skipped #\(effect.id) \(effect.name), from \(effect.origin)"))
    }
    let unused = open.stubs.unused
    guard unused.isEmpty || !session.isExhaustive else {
      throw Diagnostic(
        "unused-stub", unused.count == 1 ? "a stub was never called" : "stubs were never called",
        notes: unused)
    }
  }
}
