extension CoverageReport.Feature {
  /// Everything that was reached, each as a phrase that names it in all reports of the feature.
  package var reachedPoints: Set<String> {
    var points: Set<String> = []
    for action in actions where action.isReached { points.insert("action \(action.action)") }
    for state in states where state.isReached { points.insert("state \(state.condition)") }
    for stub in stubs {
      for outcome in stub.outcomes where outcome.count > 0 {
        points.insert("stub \(stub.endpoint) \(outcome.name)")
      }
    }
    for effect in effects {
      let ends = [
        ("started", effect.started), ("finished", effect.finished), ("cancelled", effect.cancelled),
        ("failed", effect.failed),
      ]
      for (end, count) in ends where count > 0 { points.insert("effect \(effect.key.text) \(end)") }
    }
    return points
  }
}

extension CoverageReport.Effect.Key {
  /// The effect with its origin. Without the line, which moves when the file is edited.
  fileprivate var text: String { "\(name), from \(origin) in \(file)" }
}
