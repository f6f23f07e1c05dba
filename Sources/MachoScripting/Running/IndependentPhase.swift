import MachoSessions

/// A phase that does not depend on a failed command before it: it opens its own store, and nothing from
/// the failed command up to it would have changed more than a store.
struct IndependentPhase {
  /// The index of the phase in the items of the script.
  let item: Int
  /// The index of its first step.
  let step: Int
}

extension Script {
  /// Returns the next phase that does not depend on a failed step. `nil` if there is none.
  func independentPhase(afterFailureOf failed: Int) -> IndependentPhase? {
    guard let start = items.firstIndex(of: .step(failed)) else { return nil }
    for index in start..<items.count {
      switch items[index] {
      case .step(let step):
        if steps[step].line.outlivesStore { return nil }
      case .phase:
        guard case .step(let first)? = items[(index + 1)...].first, steps[first].line.opensOwnStore
        else { continue }
        return IndependentPhase(item: index, step: first)
      }
    }
    return nil
  }
}

extension Line {
  /// Whether the line opens a feature with its start state, whatever happened before.
  fileprivate var opensOwnStore: Bool {
    openedFeatureName != nil && conditions.isEmpty && expectedFailure == nil
  }

  /// Whether stores that are opened later may differ without the line.
  fileprivate var outlivesStore: Bool {
    has(.outlivesStore) || has(.runsScript) || has(.selectsStore) || has(.endsSession)
  }
}
