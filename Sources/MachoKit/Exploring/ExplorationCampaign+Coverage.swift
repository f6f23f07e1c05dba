import MachoExploration

extension ExplorationCampaign {
  /// Returns few short runs that together reach some points of the coverage.
  func cover(
    _ request: ExplorationRequest, _ points: Set<String>, from seeds: CoverageSeeds
  ) throws -> [CoveringRun] {
    let found = try select(request, points, from: seeds.entries.map(\.sequence))
    let simplified = try found.map { try shrink(request, $0) }
    // A simplified run may reach what another one was selected for.
    return try select(request, points, from: simplified)
  }

  private func select(
    _ request: ExplorationRequest, _ points: Set<String>, from sequences: [ChoiceSequence]
  ) throws -> [CoveringRun] {
    var request = request
    request.task = .selectCover(of: points, from: sequences)
    var runs: [CoveringRun] = []
    _ = try child.perform(request, number: 0) { event in
      if case .cover(let found) = event { runs = found }
      return true
    }
    return runs
  }

  /// Returns the simplest sequence that reaches the points of a run. If a candidate crashes, the
  /// simplest one before it.
  private func shrink(
    _ request: ExplorationRequest, _ run: CoveringRun
  ) throws -> ChoiceSequence {
    var request = request
    request.task = .shrinkCoverage(run.sequence, run.points)
    var best = run.sequence
    _ = try child.perform(request, number: 0) { event in
      if case .shrunk(let sequence) = event { best = sequence }
      return true
    }
    return best
  }
}
