import Composable
import Foundation
import MachoAdapters
import MachoExploration
import MachoGallery
import MachoSessions
import MachoValues

/// Measures steps of an exploration, compared with a loop that a user would write by hand.
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
        name: "explore: a step with an invariant",
        baselineName: "a random loop over Store.send by hand",
        work: { explore($0, invariants: ["count <= 1000"]) },
        baseline: { sendRandomActions($0) }, workCount: 20_000, baselineCount: 20_000,
        isRate: true),
      Measurement(
        name: "explore: a schedule of five effects",
        baselineName: "the same run without a schedule",
        work: { explore(fiveEffects, $0, invariants: [], depth: 1, orders: .random) },
        baseline: { explore(fiveEffects, $0, invariants: [], depth: 1, orders: .fifo) },
        workCount: 10_000, baselineCount: 10_000, isRate: true),
      Measurement(
        name: "compare: a step of a run that is drawn", baselineName: "a step of 'explore'",
        work: { draw($0) }, baseline: { explore($0) }, workCount: 20_000, baselineCount: 20_000,
        target: 1 / 0.7, isRate: true),
      Measurement(
        name: "compare: a step of a run that is repeated", baselineName: "a step of 'explore'",
        work: { repeatRuns($0) }, baseline: { explore($0) }, workCount: 20_000,
        baselineCount: 20_000, target: 1 / 0.7, isRate: true),
    ]
  }

  private static let feature = Feature("counter", start: Counter.State()) { Counter() }

  /// Returns a row for the jugs against another tool, whose command prints the nanoseconds of one of
  /// its steps. `nil` if the tool is not installed.
  static func jugs(against command: String) throws -> BenchRow? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard let jugs = Gallery.features.first(where: { $0.name == "jugs" }),
      let baseline = Double(text.split(separator: "\n").last ?? "")
    else { return nil }
    let count = 20_000
    explore(jugs, count / 10, invariants: ["big <= 5"])
    let duration = ContinuousClock().measure { explore(jugs, count, invariants: ["big <= 5"]) }
    return BenchRow(
      name: "explore: a step on the jugs", baseline: "a step of Hypothesis on the jugs",
      workNanoseconds: duration / .nanoseconds(1) / Double(count), baselineNanoseconds: baseline,
      target: 0.05)
  }

  static func explore(_ count: Int, invariants: [String] = []) {
    explore(
      feature, count, invariants: invariants, actions: "^(increment|decrement)ButtonTapped$")
  }

  /// Explores as `macho explore` does, until runs and other orders of their jobs have taken a number of
  /// steps.
  private static func explore(
    _ feature: Feature, _ count: Int, invariants: [String], actions: String? = nil,
    depth: Int = 50, orders: OrderStrategy = .portfolio
  ) {
    var settings = ExplorationSettings()
    settings.invariants = invariants
    settings.actions = actions
    settings.depth = depth
    settings.orders = orders
    guard let explorer = try? Explorer(ExplorationTarget(feature), settings) else { return }
    explorer.collectCoverage()
    var (steps, number) = (0, 0)
    while steps < count, let result = try? explorer.run(number) {
      steps += result.stepCount * (1 + explorer.takeOrderTally().orders)
      number += 1
    }
  }

  /// Draws runs for a comparison, as one of its sides does. Returns their lines.
  @discardableResult
  private static func draw(_ count: Int) -> [RunLines] {
    var settings = ExplorationSettings()
    settings.actions = "^(increment|decrement)ButtonTapped$"
    guard let explorer = try? Explorer(ExplorationTarget(feature), settings) else { return [] }
    explorer.collectCoverage()
    var runs: [RunLines] = []
    var steps = 0
    while steps < count {
      let recorder = makeRecorder()
      guard let result = try? explorer.draw(runs.count, recorder) else { break }
      steps += result.stepCount
      runs.append(recorder.runLines)
    }
    return runs
  }

  /// Repeats runs, as the other side does.
  private static func repeatRuns(_ count: Int) {
    let target = ExplorationTarget(feature)
    let engine = RunEngine(
      target: target, space: ActionSpace(of: feature) { _ in false }, properties: [])
    engine.checksTimeTravel = false
    engine.observeCoverage(RunCoverage(feature))
    let runner = LineRunner(engine)
    var steps = 0
    while steps < count {
      for lines in drawnRuns where steps < count {
        guard let result = try? runner.run(lines, makeRecorder()) else { return }
        steps += result.stepCount
      }
    }
  }

  private static let drawnRuns = draw(20_000)

  private static func makeRecorder() -> RunRecorder {
    RunRecorder(feature, omitting: OmittedMembers(), keepsRecords: false)
  }

  private static let fiveEffects = Feature("effects", start: FiveEffects.State()) { FiveEffects() }

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

/// Starts five effects at once, each of which sends an action.
private struct FiveEffects: Reducer {
  struct State: Equatable { var sum = 0 }
  enum Action {
    case start
    case done(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .merge((1...5).map { number in .run { send in await send(.done(number)) } })
    case .done(let number):
      state.sum += number
      return .none
    }
  }
}
