import MachoScripting
import MachoSessions
import Testing

@testable import MachoExploration

struct OrderTests {
  /// Explores until a run fails, and returns its script.
  private func script(
    _ orders: OrderStrategy, invariant: String? = nil, races: Bool = false, seed: UInt64 = 1
  ) throws -> (text: String, explorer: Explorer, sequence: ChoiceSequence, finding: Finding)? {
    let target = ExplorationTarget(TwoRequests.feature)
    var settings = ExplorationSettings()
    settings.seed = seed
    settings.invariants = invariant.map { [$0] } ?? []
    settings.orders = orders
    settings.findsRaces = races
    settings.receivedLabels = ["loaded"]
    let explorer = try Explorer(target, settings)
    for number in 0..<50 {
      let result = try explorer.run(number)
      guard let finding = result.finding else { continue }
      let sequence = try explorer.shrink(result.sequence, finding)
      let shrunk = try explorer.replay(sequence, describing: true)
      let script = CounterexampleScript(
        shrunk.description, shrunk.finding ?? finding, target: target, command: "macho explore")
      return (script.text, explorer, sequence, finding)
    }
    return nil
  }

  private func codes(_ text: String) throws -> [String?] {
    ScriptRunner(catalog: [TwoRequests.feature])
      .run(try ScriptParser.parse(Array(text.utf8)), path: "-").result.failures.map(\.code)
  }

  @Test(arguments: [
    OrderStrategy.random, .pct(depth: 2), .depthFirst(bound: 1), .portfolio,
  ])
  func `an order that breaks an invariant becomes a schedule line`(orders: OrderStrategy) throws {
    let text = try #require(try script(orders, invariant: "last != 1")).text
    #expect(
      text.hasSuffix(
        """
        feature requests
        exhaustive off
        schedule 2

        send load
        skip received
        expect last != 1

        """))
    #expect(try codes(text) == ["expect-failed"])
  }

  @Test func `an exploration in the order of a queue misses it`() throws {
    #expect(try script(.fifo, invariant: "last != 1") == nil)
  }

  @Test func `a failure that needs no order has no schedule line`() throws {
    let text = try #require(try script(.portfolio, invariant: "last != 2")).text
    #expect(!text.contains("schedule"))
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `two orders with different final states are a race`(seed: UInt64) throws {
    let found = try #require(try script(.portfolio, races: true, seed: seed))
    #expect(found.finding.kind == .race)
    #expect(found.text.hasSuffix("schedule 2\n\nsend load\nskip received\nexpect last == 2\n"))
    #expect(try codes(found.text) == ["expect-failed"])
    let orders = try found.explorer.compareOrders(found.sequence, found.finding)
    #expect(orders.summary.text == "passes in 1 of the 2 orders with at most 2 preemptions")
    #expect(orders.fifoPoints.map(\.index) == [0])
    #expect(orders.failingPoints.map(\.index) == [1])
  }

  @Test func `the bound of PCT follows the choice points`() throws {
    var settings = ExplorationSettings()
    settings.orders = .pct(depth: 2)
    settings.receivedLabels = ["loaded"]
    settings.depth = 1
    let explorer = try Explorer(ExplorationTarget(TwoRequests.feature), settings)
    for number in 0..<20 { _ = try explorer.run(number) }
    let tally = explorer.takeOrderTally()
    #expect(tally.effects == 2)
    #expect(tally.points == 1)
    #expect(tally.text(for: .pct(depth: 2)).contains("with probability at least 1/2 "))
  }

  @Test func `a depth-first search says that it tried all orders`() throws {
    var settings = ExplorationSettings()
    settings.orders = .depthFirst(bound: 2)
    settings.receivedLabels = ["loaded"]
    settings.depth = 2
    let explorer = try Explorer(ExplorationTarget(TwoRequests.feature), settings)
    for number in 0..<20 { _ = try explorer.run(number) }
    let tally = explorer.takeOrderTally()
    #expect(tally.exhaustedRuns == tally.runs)
    #expect(tally.text(for: .depthFirst(bound: 2)).hasSuffix("all with at most 2 preemptions"))
  }

  @Test(arguments: ["fifo", "random", "pct:3", "dfs:0", "portfolio"])
  func `a strategy reads back`(text: String) {
    #expect(OrderStrategy(text)?.text == text)
  }

  @Test(arguments: ["", "pct", "pct:0", "pct:x", "dfs:-1", "fifo:1", "breadth-first", "pct:2:3"])
  func `a text that is no strategy is rejected`(text: String) {
    #expect(OrderStrategy(text) == nil)
  }
}
