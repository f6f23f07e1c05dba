import MachoExploration

extension VersionComparison {
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
}
