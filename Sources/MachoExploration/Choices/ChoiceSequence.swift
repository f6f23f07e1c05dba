/// The choices of a run. Equal sequences lead to equal runs.
///
/// The first group contains the choices of the setup, and each further group those of one step. A
/// choice that is missing or too large is replaced by a valid one, so every sequence is a run.
package struct ChoiceSequence: Hashable, Codable, Sendable {
  /// The choices of the setup or of one step.
  package struct Group: Hashable, Codable, Sendable {
    /// What the step does, and its values.
    package var step: [Int]
    /// The indices of the jobs that run where several are ready. 0 is the oldest.
    package var jobs: [Int]

    /// Creates a group.
    package init(step: [Int] = [], jobs: [Int] = []) {
      self.step = step
      self.jobs = jobs
    }
  }

  /// The choices, by group.
  package var groups: [Group]

  /// Creates a sequence.
  package init(_ groups: [Group]) { self.groups = groups }

  /// The number of steps.
  package var stepCount: Int { max(0, groups.count - 1) }

  /// The number of choices of a job that is not the oldest one.
  package var preemptionCount: Int { groups.reduce(0) { $0 + $1.jobs.count { $0 != 0 } } }

  /// The choices of the setup and of the first steps.
  package func prefix(_ count: Int) -> ChoiceSequence {
    ChoiceSequence(Array(groups.prefix(count + 1)))
  }

  /// The same steps with the order of a first-in, first-out queue.
  package var withFIFOOrder: ChoiceSequence {
    ChoiceSequence(groups.map { Group(step: $0.step) })
  }
}

extension ChoiceSequence.Group: ExpressibleByArrayLiteral {
  package init(arrayLiteral step: Int...) { self.init(step: step) }
}

extension ChoiceSequence: Comparable {
  /// Fewer steps first, then fewer jobs out of order, then smaller choices of steps, then of jobs.
  package static func < (left: Self, right: Self) -> Bool {
    if left.groups.count != right.groups.count { return left.groups.count < right.groups.count }
    let preemptions = (left.preemptionCount, right.preemptionCount)
    if preemptions.0 != preemptions.1 { return preemptions.0 < preemptions.1 }
    for part in [\Group.step, \Group.jobs] {
      for (left, right) in zip(left.groups, right.groups)
      where left[keyPath: part] != right[keyPath: part] {
        return left[keyPath: part].lexicographicallyPrecedes(right[keyPath: part])
      }
    }
    return false
  }
}
