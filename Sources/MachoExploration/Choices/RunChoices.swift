import MachoSessions
import MachoValues

/// Makes the choices of one run and records them: those of its steps, and which ready job runs next.
///
/// PERFORMANCE: properties are marked `@exclusivity(unchecked)`, because a step makes several choices,
/// and exclusivity tracking of them would cost as much as a small reducer.
///
/// SAFETY: only the thread of the run accesses them. A random choice replaces `rest` as a whole, and the
/// arrays are only read or appended to, which calls no other code.
package final class RunChoices: ChoiceSource {
  /// What follows the repeated choices.
  private enum Rest {
    case random(SplitMix64)
    case end
    /// The simplest choices, to the end of the group.
    case enumeration
  }

  /// The groups whose choices are repeated.
  private let repeated: [ChoiceSequence.Group]
  @exclusivity(unchecked)
  private var rest: Rest
  /// Chooses the jobs instead.
  private let schedule: Schedule?
  @exclusivity(unchecked)
  private var stepChoices: [Int] = []
  @exclusivity(unchecked)
  private var jobChoices: [Int] = []
  /// The index of the first choice of each group.
  @exclusivity(unchecked)
  private var starts: [(step: Int, jobs: Int)] = []
  private let log: ChoiceLog?
  /// The number of alternatives of each choice, in an enumeration.
  private var alternatives: (step: [Int], jobs: [Int]) = ([], [])
  /// The maximum number of alternatives of a value, in an enumeration.
  private let width: Int
  /// Whether an enumeration varies the jobs. Otherwise the oldest one runs.
  private var variesJobs = false
  /// Called after each choice of a job that is not the oldest one, before the job runs.
  var onPreemption: (() -> Void)?

  /// Creates a recorder that makes random choices of steps.
  ///
  /// - Parameters:
  ///   - beginning: The choices that are repeated before the random ones.
  ///   - schedule: Chooses the jobs. Default: `nil` (the oldest one runs).
  package init(
    random generator: SplitMix64, after beginning: ChoiceSequence = ChoiceSequence([]),
    schedule: Schedule? = nil, log: ChoiceLog? = nil
  ) {
    repeated = beginning.groups
    rest = .random(generator)
    width = .max
    self.schedule = schedule
    self.log = log
    stepChoices.reserveCapacity(256)
    starts.reserveCapacity(64)
  }

  /// Creates a recorder that repeats choices.
  ///
  /// - Parameter schedule: Chooses the jobs. Default: `nil` (those of the sequence run).
  package init(
    replaying sequence: ChoiceSequence, schedule: Schedule? = nil, log: ChoiceLog? = nil
  ) {
    repeated = sequence.groups
    rest = .end
    width = .max
    self.schedule = schedule
    self.log = log
  }

  /// Creates a recorder for one group of an enumeration of all choices.
  ///
  /// - Parameters:
  ///   - earlier: The groups before it, for the log.
  init(
    enumerating group: ChoiceSequence.Group, width: Int, varyingJobs: Bool = false,
    after earlier: [ChoiceSequence.Group] = [], log: ChoiceLog? = nil
  ) {
    repeated = [group]
    rest = .enumeration
    variesJobs = varyingJobs
    self.width = width
    schedule = nil
    self.log = log
    starts = [(0, 0)]
    guard let log else { return }
    log.beginRun(0)
    for group in earlier {
      log.beginGroup()
      for choice in group.step { log.append(choice) }
      for choice in group.jobs { log.append(job: choice) }
    }
    log.beginGroup()
  }

  /// The next group in an enumeration. `nil` at its end.
  var nextGroup: ChoiceSequence.Group? {
    // The jobs were chosen after the step, so they vary first.
    if let jobs = Self.next(after: jobChoices, alternatives.jobs) {
      return ChoiceSequence.Group(step: stepChoices, jobs: jobs)
    }
    return Self.next(after: stepChoices, alternatives.step).map { ChoiceSequence.Group(step: $0) }
  }

  private static func next(after choices: [Int], _ alternatives: [Int]) -> [Int]? {
    var next = choices
    while let last = next.last {
      if last + 1 < alternatives[next.count - 1] {
        next[next.count - 1] += 1
        return next
      }
      next.removeLast()
    }
    return nil
  }

  /// The number of groups so far.
  var groupCount: Int { starts.count }

  /// Begins a group. Returns `false` at the end of the repeated choices.
  func beginGroup() -> Bool {
    switch rest {
    case .end where starts.count >= repeated.count: return false
    // The group began with the recorder.
    case .enumeration: return true
    default: break
    }
    starts.append((stepChoices.count, jobChoices.count))
    log?.beginGroup()
    return true
  }

  // MARK: Steps

  package func draw(below bound: Int) -> Int {
    record(stepChoice(below: bound) { $0.next(below: bound) }, min(bound, width))
  }

  /// Returns a choice below `bound`. A random choice is one of `candidates`.
  func draw(below bound: Int, from candidates: [Int]) -> Int {
    record(stepChoice(below: bound) { candidates[$0.next(below: candidates.count)] }, bound)
  }

  private func stepChoice(below bound: Int, _ random: (inout SplitMix64) -> Int) -> Int {
    guard bound > 1, let start = starts.last else { return 0 }
    if case .random(var generator) = rest, starts.count > repeated.count {
      let choice = random(&generator)
      rest = .random(generator)
      return choice
    }
    return repeatedChoice(\.step, stepChoices.count - start.step, below: bound)
  }

  private func record(_ choice: Int, _ count: Int) -> Int {
    stepChoices.append(choice)
    if case .enumeration = rest { alternatives.step.append(count) }
    log?.append(choice)
    return choice
  }

  /// Returns a choice of the present group that is repeated, or 0 if there is none.
  private func repeatedChoice(
    _ part: KeyPath<ChoiceSequence.Group, [Int]>, _ index: Int, below bound: Int
  ) -> Int {
    guard starts.count <= repeated.count else { return 0 }
    let choices = repeated[starts.count - 1][keyPath: part]
    return choices.indices.contains(index) ? min(max(choices[index], 0), bound - 1) : 0
  }

  // MARK: Result

  /// The choices so far. Final zeros of a group are omitted: they are the default.
  package var sequence: ChoiceSequence {
    ChoiceSequence(
      starts.indices.map { index in
        let end =
          index + 1 < starts.count ? starts[index + 1] : (stepChoices.count, jobChoices.count)
        return ChoiceSequence.Group(
          step: stepChoices[starts[index].step..<end.0].withoutFinalZeros,
          jobs: jobChoices[starts[index].jobs..<end.1].withoutFinalZeros)
      })
  }

  /// The numbers of a `schedule` line that chooses the same jobs.
  var scheduleNumbers: [Int] { jobChoices[...].withoutFinalZeros.map { $0 + 1 } }
}

extension RunChoices: JobChooser {
  package func chooseJob(from jobs: ReadyJobs) -> Int {
    let index: Int
    if let schedule {
      index = schedule.chooseJob(from: jobs)
    } else if let start = starts.last {
      index = repeatedChoice(\.jobs, jobChoices.count - start.jobs, below: jobs.count)
    } else {
      index = 0
    }
    jobChoices.append(index)
    if case .enumeration = rest { alternatives.jobs.append(variesJobs ? jobs.count : 1) }
    log?.append(job: index)
    if index != 0 { onPreemption?() }
    return index
  }
}

extension ArraySlice<Int> {
  fileprivate var withoutFinalZeros: [Int] {
    Array(prefix(upTo: (lastIndex { $0 != 0 } ?? startIndex - 1) + 1))
  }
}
