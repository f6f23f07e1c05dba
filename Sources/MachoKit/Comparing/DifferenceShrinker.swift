import MachoExploration
import MachoSessions

/// Simplifies a run while the first difference keeps its cause: the side that drew it makes the run of simpler
/// choices, whose lines both sides run.
final class DifferenceShrinker {
  private let comparison: VersionComparison
  private var best: VersionComparison.Group
  private var tried: Set<RunLines> = []
  private let endpointCount: Int
  private let deadline = ContinuousClock.now + limit

  /// The time for one difference. A candidate that ends a process needs a new one.
  private static let limit = Duration.seconds(15)

  init(comparison: VersionComparison, best: VersionComparison.Group) {
    self.comparison = comparison
    self.best = best
    endpointCount = best.lines.stubs.count
  }

  /// Returns the simplest run that was found.
  func shrink() throws -> VersionComparison.Group {
    if let choices = best.choices, let drawer = best.drawer {
      var failure: (any Error)?
      var shrinker = Shrinker(choices) { candidate throws(Diagnostic) in
        guard failure == nil, ContinuousClock.now < self.deadline else { return nil }
        do { return try self.attempt(candidate, drawer) } catch {
          failure = error
          return nil
        }
      }
      _ = try shrinker.shrink()
      if let failure { throw failure }
    }
    try removeUnusedStubs()
    return best
  }

  /// Returns the call that differs if a call of the simplest run returns at once. A pending call hides that it is
  /// another one: only what its effect does not send differs then.
  func hiddenCall() throws -> VersionComparison.Group? {
    guard best.difference.kind == .received, let choices = best.choices, let drawer = best.drawer
    else { return nil }
    // In the setup, 1 is a response instead of a pending call.
    for position in 0..<endpointCount {
      var candidate = choices
      let missing = max(0, position + 1 - candidate.groups[0].step.count)
      candidate.groups[0].step += Array(repeating: 0, count: missing)
      candidate.groups[0].step[position] = 1
      guard let run = try drawer.redraw(candidate),
        var found = try comparison.difference(of: run.lines), found.difference.kind == .call,
        found.difference.index <= best.difference.index
      else { continue }
      found.lines.steps = Array(found.lines.steps.prefix(found.difference.index))
      found.neighbours[best.difference.cause] = [best.labels]
      found.runs = 0
      best = found
      try removeUnusedStubs()
      return best
    }
    return nil
  }

  /// Makes a candidate. Returns its choices if its first difference has the same cause.
  private func attempt(
    _ candidate: ChoiceSequence, _ drawer: ComparedDriver
  ) throws -> ChoiceSequence? {
    guard let run = try drawer.redraw(candidate) else { return nil }
    guard tried.insert(run.lines).inserted else {
      return run.lines == best.lines ? run.choices : nil
    }
    let hasAllSteps = candidate.stepCount == best.choices?.stepCount
    guard let found = try difference(of: run.lines, remembersOther: hasAllSteps) else { return nil }
    let choices = run.choices.prefix(found.difference.index)
    if let current = best.choices, choices <= current { keep(found, choices) }
    return choices
  }

  /// Returns the difference of lines if it has the same cause.
  private func difference(
    of lines: RunLines, remembersOther: Bool = false
  ) throws -> VersionComparison.Group? {
    guard let found = try comparison.difference(of: lines) else { return nil }
    guard found.difference.cause == best.difference.cause else {
      if remembersOther {
        best.neighbours[found.difference.cause, default: []].insert(found.labels)
      }
      return nil
    }
    return found
  }

  private func keep(_ found: VersionComparison.Group, _ choices: ChoiceSequence?) {
    best.difference = found.difference
    best.lines = found.lines
    best.lines.steps = Array(found.lines.steps.prefix(found.difference.index))
    best.choices = choices
    (best.base, best.head) = (found.base, found.head)
  }

  /// Removes the stubs of endpoints that no side calls.
  private func removeUnusedStubs() throws {
    let unused = best.base.unusedStubs.intersection(best.head.unusedStubs)
    guard !unused.isEmpty else { return }
    var lines = best.lines
    lines.stubs.removeAll(where: unused.contains)
    if let found = try difference(of: lines) { keep(found, best.choices) }
  }
}
