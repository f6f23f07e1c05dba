import MachoSessions

/// What the further behaviour of a store depends on, as far as can be seen: its state, its effects
/// and its open calls.
struct StateKey: Hashable {
  private let state: AnyHashable
  private let effects: [String]
  private let calls: [String]

  init(_ run: Run) {
    let state = run.store.state
    // Equal values have equal texts, so the text replaces a missing hash.
    self.state = state as? AnyHashable ?? AnyHashable(run.store.text(of: state))
    effects = run.store.effects.map { "\($0.name) \($0.origin) \($0.location) \($0.status)" }
    calls = run.stubs.hasOpenCalls ? run.stubs.openCalls.map { $0.endpoint + $0.text } : []
  }
}
