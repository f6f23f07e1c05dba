import MachoAdapters
import MachoScripting
import MachoSessions
import Testing

@testable import MachoExploration

struct ExplorerTests {
  /// Explores until a run fails, shrinks it, and returns the script.
  private func script(
    _ feature: Feature, seed: UInt64, _ invariant: String
  ) throws -> (text: String, steps: Int) {
    var settings = ExplorationSettings()
    settings.seed = seed
    settings.invariants = [invariant]
    let explorer = try Explorer(ExplorationTarget(feature), settings)
    for number in 0..<20_000 {
      let result = try explorer.run(number)
      guard let finding = result.finding else { continue }
      let sequence = try explorer.shrink(result.sequence, finding)
      let shrunk = try explorer.replay(sequence, describing: true)
      let script = CounterexampleScript(
        shrunk.description, finding, target: explorer.target, command: "macho explore")
      return (script.text, sequence.stepCount)
    }
    return ("", 0)
  }

  @Test func `the script of a failed invariant fails with it`() throws {
    let script = try script(FlatCounter.feature, seed: 1, "count >= 0")
    #expect(script.text.hasSuffix("\nsend decrement\nexpect count >= 0\n"))
    let run = ScriptRunner(catalog: [FlatCounter.feature])
      .run(try ScriptParser.parse(Array(script.text.utf8)), path: "-")
    #expect(run.result.failures.map(\.code) == ["expect-failed"])
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

  @Test func `steps a second`() throws {
    let explorer = try Explorer(ExplorationTarget(FlatCounter.feature), ExplorationSettings())
    let clock = ContinuousClock()
    var steps = 0
    let time = try clock.measure {
      for number in 0..<2_000 { steps += try explorer.run(number).stepCount }
    }
    print("steps", steps, time)
  }

  @Test(arguments: 0..<20)
  func `jugs`(seed: UInt64) throws {
    let script = try script(Jugs.feature, seed: seed, "big != 4")
    print(seed, script.steps)
  }
}
