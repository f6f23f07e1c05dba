import Composable
import MachoAdapters
import MachoSessions
import Testing

@testable import MachoExploration

struct CoverageFeedbackTests {
  private func explorer(_ feature: Feature) throws -> Explorer {
    var settings = ExplorationSettings()
    settings.seed = 1
    settings.depth = 20
    return try Explorer(ExplorationTarget(feature), settings)
  }

  @Test func `runs continue the beginnings that reached something new`() throws {
    let explorer = try explorer(CombinationLock.feature)
    explorer.collectCoverage()
    var beginnings: [ChoiceSequence] = []
    var continued = 0
    for number in 0..<1_000 {
      let known = beginnings
      let result = try explorer.run(number) { beginnings.append($0.sequence) }
      let groups = result.sequence.groups
      if known.contains(where: { $0.stepCount >= 3 && groups.starts(with: $0.groups) }) {
        continued += 1
      }
    }
    #expect(continued > 100)
    #expect(explorer.coverage?.seeds.points.contains("state dial is sixth") == true)
  }

  @Test func `beginnings end with the step that reached something`() throws {
    let explorer = try explorer(CombinationLock.feature)
    explorer.collectCoverage()
    var entries: [CoverageSeeds.Entry] = []
    for number in 0..<1_000 { _ = try explorer.run(number) { entries.append($0) } }
    let entry = try #require(entries.first { $0.points.contains("state dial is second") })
    let shortened = ChoiceSequence(entry.sequence.groups.dropLast())
    let run = try explorer.replay(shortened)
    #expect((run.state as? CombinationLock.State)?.dial != .second)
    let all = try explorer.replay(entry.sequence)
    #expect((all.state as? CombinationLock.State)?.dial == .second)
  }

  @Test func `few short runs cover what many runs reached`() throws {
    let explorer = try explorer(CombinationLock.feature)
    explorer.collectCoverage()
    for number in 0..<1_000 { _ = try explorer.run(number) }
    let seeds = try #require(explorer.coverage?.seeds)
    let cover = try explorer.selectCover(of: seeds.points, from: seeds.entries.map(\.sequence))
    let simplified = try cover.map {
      try explorer.shrink($0.sequence, reaching: $0.points)
    }
    let final = try explorer.selectCover(of: seeds.points, from: simplified)
    #expect(final.count <= 2)
    #expect(final.reduce(into: Set()) { $0.formUnion($1.points) } == seeds.points)
    #expect(final.reduce(0) { $0 + $1.sequence.stepCount } <= 10)
  }

  @Test func `what only a failed run reached stays new`() throws {
    var settings = ExplorationSettings()
    settings.invariants = ["dial != second"]
    let explorer = try Explorer(ExplorationTarget(CombinationLock.feature), settings)
    explorer.collectCoverage()
    for number in 0..<300 { _ = try explorer.run(number) }
    #expect(explorer.coverage?.seeds.points.contains("state dial is second") == false)
    let reached = explorer.coverage?.report.features.first?.reachedPoints
    #expect(reached?.contains("state dial is second") == true)
  }

  @Test func `an unknown part of a run is not continued`() {
    var seeds = CoverageSeeds()
    let entry = CoverageSeeds.Entry(
      run: 1, sequence: ChoiceSequence([[], [1]]), points: ["a"], combinations: [])
    seeds.add(entry)
    seeds.add(entry)
    #expect(seeds.entries.count == 1)
  }
}

/// A lock that opens after eight particular digits. A wrong one resets it.
struct CombinationLock: Reducer {
  struct State: Equatable {
    enum Dial { case closed, first, second, third, fourth, fifth, sixth, seventh, open }
    var dial = Dial.closed
  }
  enum Action { case one, two, three, four, five }

  private static let combination: [State.Dial: (Action, State.Dial)] = [
    .closed: (.two, .first), .first: (.four, .second), .second: (.one, .third),
    .third: (.three, .fourth), .fourth: (.four, .fifth), .fifth: (.two, .sixth),
    .sixth: (.one, .seventh), .seventh: (.three, .open),
  ]

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let (digit, next) = Self.combination[state.dial] else { return .none }
    state.dial = action == digit ? next : .closed
    return .none
  }

  static let feature = Feature("lock", start: State()) { CombinationLock() }
}
