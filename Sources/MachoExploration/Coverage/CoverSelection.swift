import MachoSessions

/// A run of a cover, with what no other run of the cover reaches before it.
package struct CoveringRun: Codable, Sendable {
  package var sequence: ChoiceSequence
  package var points: Set<String>
}

extension Explorer {
  /// Selects few runs that together reach some points, those that reach most first. Runs that fail
  /// are not used.
  package func selectCover(
    of wanted: Set<String>, from sequences: [ChoiceSequence]
  ) throws(Diagnostic) -> [CoveringRun] {
    var candidates: [CoveringRun] = []
    for sequence in sequences {
      guard let reached = try reachedPoints(sequence) else { continue }
      candidates.append(
        CoveringRun(sequence: sequence, points: reached.intersection(wanted)))
    }
    // Of runs that reach equally many points, the simplest one.
    candidates.sort { $0.sequence < $1.sequence }
    var left = wanted
    var cover: [CoveringRun] = []
    while true {
      var best: CoveringRun?
      for candidate in candidates {
        let points = candidate.points.intersection(left)
        if points.count > best?.points.count ?? 0 {
          best = CoveringRun(sequence: candidate.sequence, points: points)
        }
      }
      guard let best else { return cover }
      cover.append(best)
      left.subtract(best.points)
    }
  }

  /// Returns what a run reaches, or `nil` if it fails.
  private func reachedPoints(_ sequence: ChoiceSequence) throws(Diagnostic) -> Set<String>? {
    let coverage = RunCoverage(target.feature)
    engine.coverage = coverage
    defer { engine.coverage = nil }
    let result = try engine.run(RunChoices(replaying: sequence, log: log), limit: .max)
    return result.finding == nil ? coverage.report.features.first?.reachedPoints : nil
  }

  /// Returns the simplest sequence of a run that passes and reaches some points, see
  /// `CoverageReport.Feature.reachedPoints`.
  ///
  /// - Parameter onImprovement: Called with each simpler sequence.
  package func shrink(
    _ sequence: ChoiceSequence, reaching points: Set<String>,
    onImprovement: @escaping (ChoiceSequence) -> Void = { _ in }
  ) throws(Diagnostic) -> ChoiceSequence {
    var shrinker = Shrinker(sequence, budget: Self.coverBudget) {
      candidate throws(Diagnostic) in
      guard let reached = try self.reachedPoints(candidate), points.isSubset(of: reached) else {
        return nil
      }
      return candidate
    }
    shrinker.onImprovement = onImprovement
    return try shrinker.shrink()
  }

  /// The number of candidates for a script of the coverage, which need not be the shortest.
  private static let coverBudget = 2_000
}
