import Composable
import MachoAdapters
import MachoScripting
import MachoSessions
import Testing

@testable import MachoExploration

struct ExplorerTests {
  /// Explores until a run fails, shrinks it, and returns the script.
  private func script(
    _ feature: Feature, seed: UInt64, _ invariant: String? = nil, property: String? = nil
  ) throws -> (text: String, steps: Int, kind: Finding.Kind?) {
    var settings = ExplorationSettings()
    settings.seed = seed
    settings.invariants = invariant.map { [$0] } ?? []
    settings.properties = property.map { [$0] } ?? []
    let explorer = try Explorer(ExplorationTarget(feature), settings)
    for number in 0..<20_000 {
      let result = try explorer.run(number)
      guard let finding = result.finding else { continue }
      let sequence = try explorer.shrink(result.sequence, finding)
      let shrunk = try explorer.replay(sequence, describing: true)
      let script = CounterexampleScript(
        shrunk.description, finding, target: explorer.target, command: "macho explore")
      return (script.text, sequence.stepCount, finding.kind)
    }
    return ("", 0, nil)
  }

  @Test func `the script of a failed invariant fails with it`() throws {
    let script = try script(FlatCounter.feature, seed: 1, "count >= 0")
    #expect(script.text.hasSuffix("\nsend decrement\nexpect count >= 0\n"))
    let run = ScriptRunner(catalog: [FlatCounter.feature])
      .run(try ScriptParser.parse(Array(script.text.utf8)), path: "-")
    #expect(run.result.failures.map(\.code) == ["expect-failed"])
  }

  @Test func `the script of a failed property declares it`() throws {
    let script = try script(FlatCounter.feature, seed: 1, property: "always count >= 0")
    #expect(script.kind == .property)
    #expect(script.text.contains("\nalways count >= 0\n"))
    #expect(script.text.hasSuffix("\nsend decrement\n"))
    let run = ScriptRunner(catalog: [FlatCounter.feature])
      .run(try ScriptParser.parse(Array(script.text.utf8)), path: "-")
    #expect(run.result.failures.map(\.code) == ["property-failed"])
  }

  @Test(arguments: 0..<20)
  func `identifiers are drawn from the state`(seed: UInt64) throws {
    let script = try script(Rows.feature, seed: seed, "hasDanglingSelection == false")
    #expect(
      script.text.hasSuffix(
        """
        send add(name: "")
        send select(id: 10)
        send remove(id: 10)
        expect hasDanglingSelection == false

        """))
  }

  /// A sheet that closes itself.
  private struct Sheet: Reducer {
    struct State: Equatable {}
    enum Action { case closeTapped }
    @Dependency(\.dismiss) var dismiss

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      .run { [dismiss] _ in await dismiss() }
    }
  }

  @Test func `a child that is explored alone may dismiss itself`() throws {
    let sheet = Feature("sheet", start: Sheet.State()) { Sheet() }
    let explorer = try Explorer(ExplorationTarget(sheet), ExplorationSettings())
    for number in 0..<5 { #expect(try explorer.run(number).finding == nil) }
  }

  @Test func `only elements that exist are removed`() throws {
    var settings = ExplorationSettings()
    settings.invariants = ["mistakes == 0"]
    let explorer = try Explorer(ExplorationTarget(Removals.feature), settings)
    var sent: Set<String> = []
    explorer.engine.onFirstSend = { sent.insert($0) }
    for number in 0..<20 { #expect(try explorer.run(number).finding == nil) }
    #expect(sent.isSuperset(of: ["removeTapped", "closeTapped"]))
  }

  @Test func `a property whose action is not sent was never evaluated`() throws {
    var settings = ExplorationSettings()
    settings.actions = "increment"
    settings.properties = ["after reset count == 0", "always count >= old(count)"]
    let explorer = try Explorer(ExplorationTarget(FlatCounter.feature), settings)
    for number in 0..<3 { #expect(try explorer.run(number).finding == nil) }
    #expect(explorer.engine.propertyChecks.map(\.reason) == ["reset was not sent", nil])
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `four gallons take six steps for every seed`(seed: UInt64) throws {
    #expect(try script(Jugs.feature, seed: seed, "big != 4").steps == 6)
  }

  @Test func `a run ends at the deadline`() throws {
    var settings = ExplorationSettings()
    settings.depth = 1_000_000
    let explorer = try Explorer(ExplorationTarget(FlatCounter.feature), settings)
    explorer.engine.deadline = .now + .milliseconds(20)
    #expect(try explorer.run(0).sequence.stepCount < 1_000_000)
    #expect(explorer.engine.isOverdue)
  }

  @Test func `a run depends on the seed and its number only`() throws {
    var settings = ExplorationSettings()
    settings.seed = 11
    let target = ExplorationTarget(Rows.feature)
    let first = try Explorer(target, settings)
    let sequences = try (0..<20).map { try first.run($0).sequence }
    let second = try Explorer(target, settings)
    #expect(try second.run(13).sequence == sequences[13])
    #expect(Set(sequences).count == 20)
  }

  @Test func `an invariant that names no property is an error with its position`() throws {
    var settings = ExplorationSettings()
    settings.invariants = ["counts >= 0"]
    #expect {
      _ = try Explorer(ExplorationTarget(FlatCounter.feature), settings)
    } throws: { error in
      (error as? Diagnostic)?.code == "no-such-property" && (error as? Diagnostic)?.range == 0..<6
    }
  }

  @Test func `a filter without a matching action is an error`() throws {
    var settings = ExplorationSettings()
    settings.actions = "^nothing$"
    #expect(throws: Diagnostic.self) {
      _ = try Explorer(ExplorationTarget(FlatCounter.feature), settings)
    }
  }

  @Test func `a run begins after the lines of a script`() throws {
    let target = try ExplorationTarget(
      lines: ["feature flat", "send increment", "send increment"].map(Line.init(_:)),
      catalog: [FlatCounter.feature])
    var settings = ExplorationSettings()
    settings.invariants = ["count >= 0"]
    let explorer = try Explorer(target, settings)
    let result = try #require(
      try (0..<200).lazy.map { try explorer.run($0) }.first { $0.finding != nil })
    let finding = try #require(result.finding)
    let sequence = try explorer.shrink(result.sequence, finding)
    #expect(
      target.prefix.lines.map(\.text) == ["feature flat", "start FlatCounter.State(count: 2)"])
    // 'reset' is shorter than two decrements.
    #expect(sequence.stepCount == 2)
  }
}
