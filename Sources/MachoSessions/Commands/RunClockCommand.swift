extension Command {
  package static let runClock: Command = .init(
    "run-clock", usage: [""],
    summary: "advance the test clock until nothing sleeps",
    details: """
      Repeats 'advance' without a duration. Fails after 10,000 deadlines, for example because of an
      endless timer.
      """,
    argument: .none, helpGroup: .time, traits: [], transcript: .line
  ) { context, arguments throws(Diagnostic) in
    try arguments.requireEnd(of: runClock)
    let open = try context.opened()
    context.setFinished(false)
    for _ in 0..<10_000 {
      guard let next = context.stores.nextDeadline else { return }
      try context.advanceClocks(next, of: open)
    }
    guard context.stores.nextDeadline != nil else { return }
    let effects = context.stores.all.flatMap(\.store.effects)
    throw Diagnostic(
      "endless-clock", "after 10000 deadlines something still sleeps",
      notes: effects.map { "\($0.identity): \($0.status)" }
        + ["advance by a duration:  advance 10s"],
      locations: effects.map(\.location))
  }
}
