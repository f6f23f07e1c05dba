extension Command {
  package static let schedule: Command = .init(
    "schedule", usage: ["INDEX ...", "fifo", "random SEED", ""],
    withoutArguments: "list the choice points",
    summary: "choose the order of jobs that are ready together",
    details: """
      A choice point is where several jobs of effects are ready. By default the oldest job runs first.
      The next choice points take the jobs at these indices: 1 is the oldest job. Afterwards the oldest
      job runs again. 'fifo' sets no choices, and 'random' chooses by a seed. Without arguments, lists
      the choice points since the schedule was set, with the ready jobs. An index without a job fails
      the line that meets it. The schedule belongs to the session: it stays in force when a feature is
      opened, and time travel does not take choices back. 'reset all' removes it.

        schedule 2 1 1 3
      """,
    argument: .words(["fifo", "random"]), helpGroup: .time, traits: .outlivesStore,
    transcript: .lineUnlessLive(.commentIfUnsupported("a live session has no schedule:"))
  ) { context, arguments throws(Diagnostic) in
    guard !arguments.isEmpty else {
      guard let current = context.schedule else {
        throw Diagnostic(
          "not-supported", "no schedule is set, so choice points are not recorded",
          notes: ["record them:  schedule fifo"])
      }
      context.report(.value(current.report))
      return
    }
    var arguments = arguments
    let strategy = try arguments.consumeStrategy()
    if context.stores.current?.context == .live {
      throw Diagnostic(
        "not-supported", "the live context runs jobs in the order of real events",
        notes: ["open the feature in the test context:  context test"])
    }
    context.setSchedule(Schedule(strategy))
  }
}

extension Arguments {
  /// Reads the rule of a `schedule` line.
  fileprivate mutating func consumeStrategy() throws(Diagnostic) -> ScheduleStrategy {
    if consume("fifo") {
      try requireEnd(of: .schedule)
      return .fifo
    }
    if consume("random") {
      guard let (text, range) = consumeWord() else {
        throw Command.schedule.usageError("a seed is missing after 'random'")
      }
      guard let seed = UInt64(text) else {
        throw Command.schedule.usageError(
          "'\(text)' is not a seed: a whole number from 0", at: range)
      }
      try requireEnd(of: .schedule)
      return .random(seed: seed)
    }
    var indices: [Int] = []
    while let (text, range) = consumeWord() {
      guard let index = Int(text), index > 0 else {
        throw Command.schedule.usageError(
          "'\(text)' is not an index: a whole number from 1", at: range)
      }
      indices.append(index)
    }
    return .list(indices)
  }
}
