import MachoExploration

// Random runs, which one side draws and the other repeats.

extension VersionComparison {
  /// Random runs of one request. Equal seeds lead to equal requests.
  private struct Batch {
    let drawer: ComparedDriver
    let other: ComparedDriver
    let first: Int
    let count: Int

    func takeRequest() -> ComparisonRequest { drawer.takeDrawRequest(first: first, count: count) }
  }

  /// The maximum number of runs in one request, and the number of requests of one side in a row.
  private static let maximumBatch = 100
  private static let turn = 6

  /// Makes random runs until a time, or so many.
  func explore(until deadline: ContinuousClock.Instant?, runs limit: Int) throws {
    var size = 10
    var number = 0
    var requested = 0
    func makeBatch() -> Batch? {
      let count = min(size, limit - requested)
      guard count > 0 else { return nil }
      let drawer = drawers[number / Self.turn % drawers.count]
      defer {
        number += 1
        requested += count
        size = min(size * 2, Self.maximumBatch)
      }
      return Batch(
        drawer: drawer, other: drawer === head ? base : head,
        first: number * Self.maximumBatch, count: count)
    }
    var next = makeBatch()
    var isPrefetched = false
    while let batch = next, deadline.map({ ContinuousClock.now < $0 }) ?? true {
      let drawn = try draw(batch, isPrefetched)
      // A run that ends a process costs all runs of its request.
      if drawn == nil { size = 5 }
      next = makeBatch()
      isPrefetched = next?.drawer === batch.drawer
      if isPrefetched, let next { try next.drawer.prefetch(next.takeRequest()) }
      if let drawn { try repeatRuns(drawn, batch.drawer, batch.other) }
      onProgress(numbers, groups.count)
    }
    // Ends the runs that are being drawn.
    if isPrefetched, let next { next.drawer.stop() }
  }

  /// Runs that one side drew.
  private struct Drawn {
    /// The number of the first run.
    let first: Int
    let runs: [RunLines]
    let digests: [UInt64]
  }

  /// Draws runs. If one ends the process, compares each at once and returns `nil`.
  private func draw(_ batch: Batch, _ isPrefetched: Bool) throws -> Drawn? {
    let drawer = batch.drawer
    do {
      let answer =
        isPrefetched ? try drawer.takePrefetched() : try drawer.perform(batch.takeRequest())
      return try drawn(answer, from: batch.first, drawer)
    } catch ComparedDriver.Failure.ended {
      for number in batch.first..<batch.first + batch.count {
        try drawCarefully(drawer, number)
      }
      return nil
    }
  }

  private func drawCarefully(_ drawer: ComparedDriver, _ number: Int) throws {
    do {
      let answer = try drawer.perform(
        .draw(first: number, count: 1, continuing: [], reportsLines: true))
      try repeatRuns(
        drawn(answer, from: number, drawer), drawer, drawer === head ? base : head)
    } catch ComparedDriver.Failure.ended(_, let lines, let choices) {
      let lines = RunLines(drawn: lines)
      count(lines, try investigate(lines, choices, drawer), isRepeatable: true)
    }
  }

  /// Reads the answer to a request for runs, and counts their steps.
  private func drawn(
    _ answer: ComparisonAnswer, from first: Int, _ drawer: ComparedDriver
  ) throws -> Drawn {
    guard case .drawn(let runs, let digests, let numbers) = answer else {
      throw drawer.unexpected(answer)
    }
    record(numbers, drawer)
    return Drawn(first: first, runs: runs, digests: digests)
  }

  private func record(_ drawn: ComparisonNumbers, _ side: ComparedDriver) {
    if side === head {
      numbers.head.steps += drawn.steps
      numbers.head.reached.formUnion(drawn.reached)
    } else {
      numbers.base.steps += drawn.steps
      numbers.base.reached.formUnion(drawn.reached)
    }
  }

  private func repeatRuns(
    _ drawn: Drawn, _ drawer: ComparedDriver, _ other: ComparedDriver
  ) throws {
    guard !drawn.runs.isEmpty else { return }
    var applied: [UInt64?] = []
    do {
      let answer = try other.perform(.apply(drawn.runs))
      guard case .applied(let found, let new, let repeated) = answer else {
        throw other.unexpected(answer)
      }
      applied = found
      drawer.beginnings += new.map {
        RunBeginning(run: drawn.first + $0.run, stepCount: $0.stepCount)
      }
      record(repeated, other)
    } catch ComparedDriver.Failure.ended {
      // Each run is looked at, one of which ends the process.
      applied = drawn.runs.map { _ in nil }
    }
    for (index, lines) in drawn.runs.enumerated() {
      guard applied[index] != drawn.digests[index] else {
        count(lines, .equal, isRepeatable: true)
        continue
      }
      let number = drawn.first + index
      let choices = try drawer.choices(ofRun: number)
      let knownCount = groups.count
      // Different digests of a run that then shows no difference cannot be repeated.
      let verdict = try investigate(lines, choices, drawer)
      if case .differs(let group) = verdict, groups.count > knownCount {
        drawer.beginnings.append(
          RunBeginning(run: number, stepCount: group.difference.index))
      }
      count(lines, verdict, isRepeatable: applied[index] == nil)
    }
    try compareOrders(of: drawn.runs)
  }

  /// Runs lines on both sides, and keeps their difference.
  private func investigate(
    _ lines: RunLines, _ choices: ChoiceSequence?, _ drawer: ComparedDriver
  ) throws -> Verdict {
    let verdict = try verdict(on: lines)
    if case .differs(var group) = verdict {
      group.lines.steps = Array(lines.steps.prefix(group.difference.index))
      (group.choices, group.drawer) = (choices?.prefix(group.difference.index), drawer)
      add(group)
    }
    return verdict
  }

  private func count(_ lines: RunLines, _ verdict: Verdict, isRepeatable: Bool) {
    switch verdict {
    case .equal where !isRepeatable, .incomparable: numbers.unstable += 1
    case .equal, .differs:
      numbers.runs += 1
      numbers.steps += lines.steps.count
    }
  }
}
