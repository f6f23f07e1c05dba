import Composable
import MachoAdapters
import MachoExploration

/// Measures steps of an exploration, compared with a loop that a user would write by hand and with
/// bare calls of the reducer.
@MainActor
enum ExplorationMeasurements {
  static func makeMeasurements() -> [Measurement] {
    [
      Measurement(
        name: "explore: a step on the flat counter",
        baselineName: "a random loop over Store.send by hand", work: { explore($0) },
        baseline: { sendRandomActions($0) }, workCount: 20_000, baselineCount: 20_000, target: 2,
        isRate: true),
      Measurement(
        name: "explore: a step on the flat counter", baselineName: "bare reducer call",
        work: { explore($0) }, baseline: { Counter.bareCalls($0) }, workCount: 20_000,
        baselineCount: 10_000_000),
      Measurement(
        name: "explore: a step with an invariant",
        baselineName: "a random loop over Store.send by hand",
        work: { explore($0, invariants: ["count <= 1000"]) },
        baseline: { sendRandomActions($0) }, workCount: 20_000, baselineCount: 20_000,
        isRate: true),
    ]
  }

  private static let feature = Feature("counter", start: Counter.State()) { Counter() }

  private static func explore(_ count: Int, invariants: [String] = []) {
    var settings = ExplorationSettings()
    settings.invariants = invariants
    settings.actions = "^(increment|decrement)ButtonTapped$"
    guard let explorer = try? Explorer(ExplorationTarget(feature), settings) else { return }
    var (steps, number) = (0, 0)
    while steps < count, let result = try? explorer.run(number) {
      steps += result.stepCount
      number += 1
    }
  }

  /// The loop of a hand-written random test: runs of 50 steps, each with a new store.
  private static func sendRandomActions(_ count: Int) {
    let actions: [Counter.Action] = [.incrementButtonTapped, .decrementButtonTapped]
    var generator = SplitMix64(seed: 0)
    for _ in 0..<count / 50 {
      let store = Store(initialState: Counter.State()) { Counter() }
      for _ in 0..<50 {
        guard let action = actions.randomElement(using: &generator) else { return }
        store.send(action)
        guard store.withState({ $0.count <= 1000 }) else { return }
      }
    }
  }
}
