import Foundation
import MachoExploration
import MachoScripting
import MachoSessions
import MachoSystem

/// Compares two sides: runs the scripts on both, then random runs that one side draws and the other
/// repeats.
final class VersionComparison {
  /// Differences of one cause, with the shortest run that shows one.
  struct Group {
    var difference: Difference
    /// The number of random runs whose first difference has this cause.
    var runs: Int
    /// The number of such scripts.
    var scripts = 0
    /// The script that found it. `nil` for random runs.
    var script: String?
    var lines: RunLines
    /// The choices that lead to the lines, and the side that drew them. `nil` for scripts, and if the process
    /// ended before the first step.
    var choices: ChoiceSequence?
    var drawer: ComparedDriver?
    var base = RunTrace()
    var head = RunTrace()
    /// The `schedule` line of a state that depends on the order of jobs.
    var schedule: String?
    /// The causes of the differences that the same steps show with simpler values or responses, with the
    /// labels of the steps.
    var neighbours: [DifferenceCause: Set<[String]>] = [:]
    /// What differs elsewhere because of this difference.
    var consequences: [Group] = []

    /// The labels of the steps.
    var labels: [String] {
      let trace = head.records.count > difference.index ? head : base
      return trace.records.prefix(difference.index + 1).map(\.label)
    }
  }

  /// What was compared.
  struct Numbers {
    var scripts = 0
    var runs = 0
    var steps = 0
    /// Runs and scripts that wait for external work, have a value that only one side can read, or differ
    /// in a way that cannot be repeated.
    var unstable = 0
    var base = ComparisonNumbers()
    var head = ComparisonNumbers()
    var isInterrupted = false
    var seconds = 0.0
  }

  let base: ComparedDriver
  let head: ComparedDriver
  let seed: UInt64
  var groups: [Group] = []
  var numbers = Numbers()
  /// What one side declares and the other does not.
  private(set) var types: [String] = []
  /// The actions that only one side can send.
  private(set) var unsent: [String] = []
  /// Whether actions that effects send are compared. Two architectures have none in common.
  private(set) var comparesReceived = true
  /// The sides that draw runs, in turn: those that have actions to send, the head twice as often, so that code
  /// that only the base has is reached too.
  private var drawers: [ComparedDriver] = []
  var onProgress: (Numbers, Int) -> Void = { _, _ in }

  init(base: ComparedDriver, head: ComparedDriver, seed: UInt64) {
    self.base = base
    self.head = head
    self.seed = seed
  }

  /// Runs the scripts, and then random runs: for some time, or so many.
  func run(scripts: [ComparedScript], for limit: Duration?, runs: Int) throws {
    let start = ContinuousClock.now
    do {
      try prepare()
      for script in scripts { try compare(script) }
      try explore(until: limit.map { .now + $0 }, runs: runs)
      try simplify()
    } catch ComparedDriver.Failure.interrupted {
      numbers.isInterrupted = true
    }
    numbers.seconds = start.duration(to: .now) / .seconds(1)
    base.stop()
    head.stop()
  }

  private func prepare() throws {
    for side in [base, head] { try side.open() }
    guard let old = base.outline, let new = head.outline else { return }
    let comparison = TypeComparison(base: old, head: new)
    types = comparison.differences
    let received = base.received.union(head.received)
    let labels = (
      try base.actions(received: received), try head.actions(received: received)
    )
    // A side sends what it declares and the other can read: as an action or as an alias.
    let drawn = (
      Set(labels.0).intersection(labels.1 + new.aliases).filter(comparison.canSend),
      Set(labels.1).intersection(labels.0 + old.aliases).filter(comparison.canSend)
    )
    let both = drawn.0.union(drawn.1)
    guard !both.isEmpty else {
      throw ComparisonError("the two sides have no action in common that can be sent")
    }
    unsent = Set(labels.0 + labels.1).subtracting(both).sorted()
    comparesReceived = comparison.comparesReceived
    drawers = [(head, drawn.1), (head, drawn.1), (base, drawn.0)].filter { !$0.1.isEmpty }.map(\.0)
    try base.start(
      labels: drawn.0, comparison.baseOmissions, comparesReceived: comparesReceived)
    try head.start(
      labels: drawn.1, comparison.headOmissions, comparesReceived: comparesReceived)
  }

  // MARK: Scripts

  private func compare(_ script: ComparedScript) throws {
    let traces = (try base.trace(script: script), try head.trace(script: script))
    let difference = TraceComparison.difference(base: traces.0, head: traces.1)
    guard difference == nil || traces.0.isComparable && traces.1.isComparable else {
      numbers.unstable += 1
      return
    }
    numbers.scripts += 1
    numbers.steps += min(traces.0.records.count, traces.1.records.count)
    guard let difference else { return }
    var found = Group(
      difference: difference, runs: 0, scripts: 1, script: script.path,
      lines: RunLines(stubs: [], steps: script.lines))
    (found.base, found.head) = traces
    add(found)
  }

  func add(_ group: Group) {
    let cause = group.difference.cause
    if let index = groups.firstIndex(where: { $0.difference.cause == cause }) {
      groups[index].runs += group.runs
      groups[index].scripts += group.scripts
      let isShorter =
        group.script == nil
        && (groups[index].script != nil || group.difference.index < groups[index].difference.index)
      guard isShorter else { return }
      let (runs, scripts) = (groups[index].runs, groups[index].scripts)
      groups[index] = group
      (groups[index].runs, groups[index].scripts) = (runs, scripts)
    } else {
      groups.append(group)
    }
  }

  // MARK: Random runs

  /// Random runs of one request. Equal seeds lead to equal requests.
  private struct Batch {
    let drawer: ComparedDriver
    let other: ComparedDriver
    let first: Int
    let count: Int

    var request: ComparisonRequest { .draw(first: first, count: count, reportsLines: false) }
  }

  /// The maximum number of runs in one request, and the number of requests of one side in a row.
  private static let maximumBatch = 100
  private static let turn = 6

  private func explore(until deadline: ContinuousClock.Instant?, runs limit: Int) throws {
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
      if isPrefetched, let next { try next.drawer.prefetch(next.request) }
      if let drawn { try repeatRuns(drawn.runs, drawn.digests, batch.drawer, batch.other) }
      onProgress(numbers, groups.count)
    }
    // Ends the runs that are being drawn.
    if isPrefetched, let next { next.drawer.stop() }
  }

  private struct Drawn {
    var runs: [DrawnRun]
    var digests: [UInt64]
  }

  /// Draws runs. If one ends the process, compares each at once and returns `nil`.
  private func draw(_ batch: Batch, _ isPrefetched: Bool) throws -> Drawn? {
    let drawer = batch.drawer
    do {
      let answer =
        isPrefetched ? try drawer.takePrefetched() : try drawer.perform(batch.request)
      guard case .drawn(let runs, let digests, let drawn) = answer else {
        throw drawer.unexpected(answer)
      }
      record(drawn, drawer)
      return Drawn(runs: runs, digests: digests)
    } catch ComparedDriver.Failure.ended {
      for number in batch.first..<batch.first + batch.count {
        try drawCarefully(drawer, number)
      }
      return nil
    }
  }

  private func drawCarefully(_ drawer: ComparedDriver, _ number: Int) throws {
    do {
      let answer = try drawer.perform(.draw(first: number, count: 1, reportsLines: true))
      guard case .drawn(let runs, let digests, let drawn) = answer else {
        throw drawer.unexpected(answer)
      }
      record(drawn, drawer)
      try repeatRuns(runs, digests, drawer, drawer === head ? base : head)
    } catch ComparedDriver.Failure.ended(_, let lines, let choices) {
      numbers.runs += 1
      _ = try investigate(RunLines(drawn: lines), choices, drawer)
    }
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
    _ runs: [DrawnRun], _ digests: [UInt64], _ drawer: ComparedDriver, _ other: ComparedDriver
  ) throws {
    guard !runs.isEmpty else { return }
    var applied: [UInt64?] = []
    do {
      let answer = try other.perform(.apply(runs.map(\.lines)))
      guard case .applied(let found, let repeated) = answer else { throw other.unexpected(answer) }
      applied = found
      record(repeated, other)
    } catch ComparedDriver.Failure.ended {
      // Each run is looked at, one of which ends the process.
      applied = runs.map { _ in nil }
    }
    for (index, run) in runs.enumerated() {
      let isEqual = applied[index] == digests[index]
      let isKnown = try !isEqual && investigate(run.lines, run.choices, drawer)
      if isEqual || isKnown || applied[index] == nil {
        numbers.runs += 1
        numbers.steps += run.lines.steps.count
      } else {
        numbers.unstable += 1
      }
    }
    try compareOrders(of: runs.map(\.lines))
  }

  /// Finds the difference of a run. Returns whether there is one.
  private func investigate(
    _ lines: RunLines, _ choices: ChoiceSequence?, _ drawer: ComparedDriver
  ) throws -> Bool {
    guard var group = try difference(of: lines) else { return false }
    group.lines.steps = Array(lines.steps.prefix(group.difference.index))
    (group.choices, group.drawer) = (choices?.prefix(group.difference.index), drawer)
    add(group)
    return true
  }

  /// Returns the difference of a run. `nil` if there is none, or the run cannot be compared.
  func difference(of lines: RunLines) throws -> Group? {
    guard let traces = try traces(of: lines),
      let difference = TraceComparison.difference(base: traces.base, head: traces.head)
    else { return nil }
    return Group(
      difference: difference, runs: 1, lines: lines, base: traces.base, head: traces.head)
  }

  /// Whether a run can be compared and has no difference.
  func areEqual(_ lines: RunLines) throws -> Bool {
    guard let traces = try traces(of: lines) else { return false }
    return TraceComparison.difference(base: traces.base, head: traces.head) == nil
  }

  private func traces(of lines: RunLines) throws -> (base: RunTrace, head: RunTrace)? {
    let traces = (base: try base.trace(lines), head: try head.trace(lines))
    return traces.base.isComparable && traces.head.isComparable ? traces : nil
  }
}

/// Why two sides cannot be compared.
struct ComparisonError: Error {
  let message: String
  init(_ message: String) { self.message = message }
}
