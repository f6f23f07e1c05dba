import Foundation
import MachoExploration

/// Compares two sides: runs the scripts on both, then random runs that one side draws and the other
/// repeats.
final class VersionComparison {
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
  private(set) var drawers: [ComparedDriver] = []
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

  // MARK: One run

  /// What both sides show of the same lines.
  enum Verdict {
    case equal
    case differs(Group)
    /// Effects wait for external work, or one side cannot read a value.
    case incomparable
  }

  /// Runs lines on both sides.
  func verdict(on lines: RunLines) throws -> Verdict {
    let traces = (base: try base.trace(lines), head: try head.trace(lines))
    guard traces.base.isComparable, traces.head.isComparable else { return .incomparable }
    guard let difference = TraceComparison.difference(base: traces.base, head: traces.head) else {
      return .equal
    }
    return .differs(
      Group(difference: difference, runs: 1, lines: lines, base: traces.base, head: traces.head))
  }

  /// Returns the difference of a run. `nil` if there is none, or the run cannot be compared.
  func difference(of lines: RunLines) throws -> Group? {
    guard case .differs(let group) = try verdict(on: lines) else { return nil }
    return group
  }
}

/// Why two sides cannot be compared.
struct ComparisonError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
