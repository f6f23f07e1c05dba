import Composable
import MachoAdapters
import MachoSessions
import Testing

@testable import MachoExploration

/// A sum and a text.
private struct Ledger: Reducer {
  struct State: Equatable {
    var total = 0
    var text = ""
  }
  enum Action {
    case add(Int)
    case subtract(Int)
    case textChanged(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add(let amount): state.total &+= amount
    case .subtract(let amount): state.total &-= amount
    case .textChanged(let text): state.text = text
    }
    return .none
  }

  static let feature = Feature("ledger", start: State()) { Ledger() }
}

struct ConstantTests {
  /// The steps of the simplest run that breaks a condition.
  private func steps(breaking condition: String) throws -> [String] {
    var settings = ExplorationSettings()
    settings.seed = 0
    settings.invariants = [condition]
    let explorer = try Explorer(ExplorationTarget(Ledger.feature), settings)
    let result = try #require(
      try (0..<2000).lazy.map { try explorer.run($0) }.first { $0.finding != nil })
    let sequence = try explorer.shrink(result.sequence, try #require(result.finding))
    return try explorer.replay(sequence, describing: true).description.lines.map(\.text)
  }

  @Test func `the simplest run is at the boundary of a condition`() throws {
    // Both ways to the boundary are as short.
    let addition = try steps(breaking: "total <= 1000")
    #expect([["send add(1001)"], ["send subtract(-1001)"]].contains(addition))
    #expect(try steps(breaking: "total != 37") == ["send add(37)"])
    let text = try steps(breaking: "text.count < 2")
    #expect(text == [#"send textChanged("aa")"#])
    let subtraction = try steps(breaking: "total > -200")
    #expect([["send subtract(200)"], ["send add(-200)"]].contains(subtraction))
  }
}
