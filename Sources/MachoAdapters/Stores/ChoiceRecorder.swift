import MachoSessions

/// Records the choices of another chooser.
final class ChoiceRecorder: JobChooser {
  /// The chooser whose choices are recorded.
  var chooser: (any JobChooser)?
  private var recorded: [Int] = []

  func chooseJob(from jobs: ReadyJobs) -> Int {
    let index = chooser?.chooseJob(from: jobs) ?? 0
    recorded.append(index)
    return index
  }

  /// Returns and clears the recorded choices, without those at the end that a store without a chooser
  /// makes too.
  func takeRecorded() -> [Int] {
    defer { recorded = [] }
    return Array(recorded.prefix((recorded.lastIndex { $0 != 0 } ?? -1) + 1))
  }
}

/// Repeats recorded choices.
final class ReplayedChoices: JobChooser {
  private var rest: ArraySlice<Int>

  init(_ choices: [Int]) { rest = choices[...] }

  func chooseJob(from jobs: ReadyJobs) -> Int {
    // A replay that meets other choice points leads to another state, which its caller reports.
    min(rest.popFirst() ?? 0, jobs.count - 1)
  }
}
