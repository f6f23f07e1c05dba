import MachoExploration

extension ExplorationCampaign {
  /// The maximum number of suspicions that are reported.
  static let suspicionLimit = 10

  /// Searches for suspicions. Returns the clearest ones first, and the number of runs that were not searched
  /// because the feature ended their process.
  ///
  /// One process makes all runs, because each experiment depends on how often it was made before.
  func findSuspicions(
    _ request: ExplorationRequest
  ) throws -> (found: [FailedRun], unsearched: Int) {
    var request = request
    var found: [FailedRun] = []
    var first = 0
    var crashes = 0
    // A feature that crashes in each run is not worth more processes.
    for _ in 0..<4 * Self.crashLimit where first < Explorer.suspicionRuns {
      request.task = .suspect(first: first)
      let end = try child.perform(request, number: 0) { event in
        switch event {
        case .finding(let finding, let run, let sequence):
          guard !found.contains(where: { $0.finding.isSame(as: finding) }) else { break }
          found.append(FailedRun(run: run, finding: finding, sequence: sequence))
        default: break
        }
        return true
      }
      switch end {
      case .rejected(let error): throw error
      case .failed(_, let run, _):
        first = max(first, run) + 1
        crashes += 1
      case .finished, .interrupted, .stopped: first = Explorer.suspicionRuns
      }
    }
    let ranked = found.enumerated().sorted {
      ($0.element.finding.kind.rank ?? 0, $0.offset) < (
        $1.element.finding.kind.rank ?? 0, $1.offset
      )
    }
    return (ranked.map(\.element), crashes + max(0, Explorer.suspicionRuns - first))
  }
}
