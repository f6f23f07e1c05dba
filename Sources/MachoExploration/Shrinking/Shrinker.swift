import MachoSessions

/// Simplifies a sequence while a run of it keeps its failure. It deletes steps, restores the order of
/// jobs, lowers choices and orders steps, and runs each candidate.
package struct Shrinker {
  /// Runs a candidate. Returns the choices that the run made if it failed in the same way.
  package typealias Attempt = (ChoiceSequence) throws(Diagnostic) -> ChoiceSequence?

  private var best: ChoiceSequence
  private let attempt: Attempt
  /// The number of candidates that may still run.
  private var budget: Int
  private var tried: Set<ChoiceSequence> = []
  /// Called with each simpler sequence.
  package var onImprovement: ((ChoiceSequence) -> Void)?

  /// The default number of candidates. More of them rarely find a simpler sequence.
  package static let defaultBudget = 5_000

  /// Creates a shrinker of a sequence that fails.
  package init(
    _ sequence: ChoiceSequence, budget: Int = defaultBudget, attempt: @escaping Attempt
  ) {
    best = sequence
    self.budget = budget
    self.attempt = attempt
  }

  /// Returns the simplest sequence that fails.
  package mutating func shrink() throws(Diagnostic) -> ChoiceSequence {
    // The run without steps after the failure and steps without effect.
    _ = try accept(best, isSimpler: { _, _ in true })
    var before: ChoiceSequence
    repeat {
      before = best
      try deleteSteps()
      try restoreJobOrder()
      try lowerChoices(\.step)
      try orderSteps()
    } while best != before && budget > 0
    return best
  }

  /// Runs a candidate and keeps it if it fails in the same way and is simpler.
  private mutating func accept(
    _ candidate: ChoiceSequence,
    isSimpler: (ChoiceSequence, ChoiceSequence) -> Bool = { $0 < $1 }
  ) throws(Diagnostic) -> Bool {
    guard budget > 0, tried.insert(candidate).inserted else { return false }
    budget -= 1
    guard let found = try attempt(candidate), isSimpler(found, best) else { return false }
    best = found
    onImprovement?(found)
    return true
  }

  /// Deletes groups of adjacent steps, large ones first. The last steps are deleted first, because
  /// earlier ones are more often necessary.
  private mutating func deleteSteps() throws(Diagnostic) {
    var size = max(1, best.stepCount / 2)
    while size >= 1 {
      var start = best.groups.count - size
      while start >= 1 {
        if start + size <= best.groups.count {
          var candidate = best
          candidate.groups.removeSubrange(start..<start + size)
          _ = try accept(candidate)
        }
        start -= size
      }
      size /= 2
    }
    try deletePairs()
  }

  /// Deletes two steps at once, such as a setting and its reset.
  private mutating func deletePairs() throws(Diagnostic) {
    guard best.stepCount <= 24 else { return }
    var first = 1
    while first < best.groups.count {
      var second = first + 1
      while second < best.groups.count {
        var candidate = best
        candidate.groups.remove(at: second)
        candidate.groups.remove(at: first)
        if try !accept(candidate) { second += 1 }
      }
      first += 1
    }
  }

  /// Moves the order of jobs towards first in, first out: for all steps, for one, and for one job.
  private mutating func restoreJobOrder() throws(Diagnostic) {
    guard best.preemptionCount > 0 else { return }
    if try accept(best.withFIFOOrder) { return }
    if best.preemptionCount > 1 { try findSinglePreemption() }
    try lowerChoices(\.jobs)
  }

  /// Tries orders with one job out of order. Lowering the choices of several cannot find one elsewhere.
  private mutating func findSinglePreemption() throws(Diagnostic) {
    let fifo = best.withFIFOOrder
    for group in fifo.groups.indices {
      for position in 0..<max(best.groups[group].jobs.count, 4) {
        for index in 1...2 {
          var candidate = fifo
          candidate.groups[group].jobs = Array(repeating: 0, count: position) + [index]
          if try accept(candidate) { return }
        }
      }
    }
  }

  /// Lowers the choices of each group: all at once to 0, then each to 0, to half and by one.
  private mutating func lowerChoices(
    _ part: WritableKeyPath<ChoiceSequence.Group, [Int]>
  ) throws(Diagnostic) {
    var group = 0
    while group < best.groups.count {
      if !best.groups[group][keyPath: part].isEmpty {
        var candidate = best
        candidate.groups[group][keyPath: part] = []
        _ = try accept(candidate)
      }
      var index = 0
      while group < best.groups.count, index < best.groups[group][keyPath: part].count {
        try lowerChoice(part, group, index)
        index += 1
      }
      group += 1
    }
  }

  private mutating func lowerChoice(
    _ part: WritableKeyPath<ChoiceSequence.Group, [Int]>, _ group: Int, _ index: Int
  ) throws(Diagnostic) {
    func current() -> Int? {
      guard group < best.groups.count else { return nil }
      let choices = best.groups[group][keyPath: part]
      return choices.indices.contains(index) ? choices[index] : nil
    }
    for lower in [{ (_: Int) in 0 }, { $0 / 2 }, { $0 - 1 }] {
      while let choice = current(), choice > 0 {
        var candidate = best
        candidate.groups[group][keyPath: part][index] = lower(choice)
        guard try accept(candidate) else { break }
      }
    }
    // A smaller value may need another choice after it, which 0 makes the simplest one.
    guard let choice = current(), choice > 0 else { return }
    for lower in 0..<min(choice, 8) {
      var candidate = best
      candidate.groups[group][keyPath: part].removeSubrange(index...)
      candidate.groups[group][keyPath: part].append(lower)
      if try accept(candidate) { return }
      for next in 1..<4 {
        candidate.groups[group][keyPath: part].replaceSubrange((index + 1)..., with: [next])
        if try accept(candidate) { return }
      }
    }
  }

  /// Exchanges adjacent steps, so that runs that differ only in the order become one.
  private mutating func orderSteps() throws(Diagnostic) {
    guard best.groups.count > 2 else { return }
    for index in 1..<best.groups.count - 1 {
      guard index + 1 < best.groups.count,
        best.groups[index + 1].step.lexicographicallyPrecedes(best.groups[index].step)
      else { continue }
      var candidate = best
      candidate.groups.swapAt(index, index + 1)
      _ = try accept(candidate)
    }
  }
}
