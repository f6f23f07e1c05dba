import MachoSessions

extension ScriptRunner {
  /// The runs of a script in several orders of its ready jobs.
  ///
  /// The first run has the order of a first-in, first-out queue. Only if it passes are there others.
  ///
  /// - Parameter willRunOrder: Called before each run with its schedule.
  /// - Returns: The first run, with a summary. If another order fails, it has that failure.
  package func run(
    path: String, caseAt caseLine: Int? = nil, plan: SchedulePlan, observer: Observer = Observer(),
    willRunOrder: @escaping (Schedule) -> Void = { _ in }
  ) -> ScriptRun {
    var first: ScriptRun?
    let search = ScheduleSearch<ScriptResult>(plan) { schedule in
      // A first run that does not pass is the result; there is nothing to compare with.
      if let first, first.result.status != .passed { return nil }
      willRunOrder(schedule)
      let run = run(path: path, caseAt: caseLine, observer: observer, schedule: schedule)
      if first == nil { first = run }
      return run.result.status == .passed ? nil : run.result
    }
    guard var run = first, run.result.status == .passed else {
      return first ?? self.run(path: path, caseAt: caseLine, observer: observer)
    }
    run.result.schedules = search.summary
    if let order = search.failingOrder {
      run.result.add(order, search.fifoPoints, search.summary)
    }
    return run
  }
}

extension ScriptResult {
  /// Adds the failure of another order than that of the first run.
  fileprivate mutating func add(
    _ order: ScheduleSearch<ScriptResult>.FailingOrder, _ fifoPoints: [ChoicePoint],
    _ summary: ScheduleSummary
  ) {
    status = .failed
    let failure = order.failure.failures.first
    failures = [
      Failure(
        kind: .order, step: nil, file: failure?.file, line: failure?.line ?? 1,
        phase: failure?.phase, command: failure?.command ?? "", code: failure?.code,
        message: failure?.message,
        report: (failure?.report ?? [])
          + ScheduleFormatter(summary: summary, order: order, fifoPoints: fifoPoints).lines)
    ]
  }
}
