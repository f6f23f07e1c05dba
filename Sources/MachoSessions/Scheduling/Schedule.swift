/// The order in which the ready jobs of a session's stores run, and a record of its choice points.
///
/// `undo` and other time travel do not take choices back: a schedule follows the lines of a script,
/// not the history.
package final class Schedule: JobChooser {
  /// The rule that chooses.
  package let strategy: ScheduleStrategy
  /// The choice points so far. Later ones than `pointLimit` are only counted.
  package private(set) var points: [ChoicePoint] = []
  /// The choices so far, counted from 1.
  package private(set) var indices: [Int] = []
  /// The number of ready jobs at each choice point.
  package private(set) var readyCounts: [Int] = []
  /// The number of effects among the ready jobs, counting jobs of no effect as one.
  package var effectCount: Int { effects.count }
  private var effects: Set<Int?> = []
  private let recordsPoints: Bool
  /// Called with each choice, counted from 1, before its job runs.
  package var onChoice: ((Int) -> Void)?
  private var choices: ScheduleChoices
  /// Whether a choice was out of range. All later ones are those of a first-in, first-out queue.
  private var hasFailed = false
  private var problem: Diagnostic?

  /// The number of choice points that are kept.
  package static let pointLimit = 10_000

  /// Creates a schedule.
  ///
  /// - Parameter recordsPoints: Whether to keep choice points, whose descriptions take time.
  package init(_ strategy: ScheduleStrategy, recordingPoints recordsPoints: Bool = true) {
    self.strategy = strategy
    self.recordsPoints = recordsPoints
    choices = ScheduleChoices(strategy)
  }

  package func chooseJob(from jobs: ReadyJobs) -> Int {
    var index = hasFailed ? 0 : choices.next(effects: jobs.effects)
    if index >= jobs.count {
      problem = Self.outOfRange(index + 1, number: indices.count + 1, jobs)
      hasFailed = true
      index = 0
    }
    indices.append(index + 1)
    readyCounts.append(jobs.count)
    effects.formUnion(jobs.effects)
    if recordsPoints, points.count < Self.pointLimit {
      points.append(
        ChoicePoint(
          jobs: jobs.descriptions, index: index, acceptsExternalWork: jobs.acceptsExternalWork))
    }
    onChoice?(index + 1)
    return index
  }

  /// The listed choices that are left.
  package var remainingIndices: ArraySlice<Int> { hasFailed ? [] : choices.remainingList }

  /// The choices so far, without those at the end that a first-in, first-out queue makes too.
  package var significantIndices: [Int] {
    Array(indices.prefix((indices.lastIndex { $0 != 1 } ?? -1) + 1))
  }

  /// Whether each choice was that of the strategy.
  package var isFaithful: Bool { !hasFailed }

  /// Returns and clears the problem of a choice that was out of range.
  func takeProblem() -> Diagnostic? {
    defer { problem = nil }
    return problem
  }

  private static func outOfRange(_ index: Int, number: Int, _ jobs: ReadyJobs) -> Diagnostic {
    var notes = jobs.descriptions.enumerated().map { "\($0 + 1): \($1)" }
    notes.append("the oldest job ran, and the rest of the schedule is dropped")
    if jobs.acceptsExternalWork {
      notes.append("external work completes at its own time, so choice points differ")
    }
    return Diagnostic(
      "no-such-job",
      "choice \(number) of the schedule is \(index), but \(jobs.count) jobs are ready",
      notes: notes)
  }
}

extension Schedule {
  /// Returns the `schedule` line of some choices.
  package static func line(_ indices: [Int]) -> Line {
    Line(.schedule, indices.isEmpty ? "fifo" : indices.map(String.init).joined(separator: " "))
  }

  /// The choice points as text: the ready jobs of each, of which `>` marks the one that ran.
  var report: String {
    var lines: [String] = []
    for (number, point) in points.prefix(Self.printLimit).enumerated() {
      lines.append("choice \(number + 1): \(point.index + 1) of \(point.jobs.count)")
      for (index, job) in point.jobs.enumerated() {
        lines.append("\(index == point.index ? ">" : " ") \(index + 1)  \(job)")
      }
    }
    if indices.count > Self.printLimit {
      lines.append("\(indices.count - Self.printLimit) more choices")
    }
    if indices.isEmpty { lines.append("(no choice points)") }
    let left = remainingIndices.count
    if left > 0 { lines.append("\(left) \(left == 1 ? "choice is" : "choices are") left") }
    return lines.joined(separator: "\n")
  }

  private static let printLimit = 200
}
