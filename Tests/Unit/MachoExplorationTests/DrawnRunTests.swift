import MachoValues
import Testing

@testable import MachoExploration

struct DrawnRunTests {
  private func draw(
    _ seed: UInt64, onLine: ((String, ChoiceSequence?) -> Void)? = nil
  ) throws -> (explorer: Explorer, run: DrawnRun) {
    var settings = ExplorationSettings()
    settings.seed = seed
    let explorer = try Explorer(ExplorationTarget(Rows.feature), settings)
    let recorder = RunRecorder(
      Rows.feature, omitting: OmittedMembers(), keepsRecords: false, onLine: onLine)
    _ = try explorer.draw(0, recorder)
    return (explorer, DrawnRun(lines: recorder.runLines, choices: recorder.runChoices))
  }

  private func redraw(_ choices: ChoiceSequence, _ explorer: Explorer) throws -> RunLines {
    let recorder = RunRecorder(Rows.feature, omitting: OmittedMembers(), keepsRecords: false)
    try explorer.redraw(choices, recorder)
    return recorder.runLines
  }

  @Test(arguments: 0..<10)
  func `the choices of a run lead to its lines`(seed: UInt64) throws {
    let (explorer, run) = try draw(seed)
    #expect(run.lines.steps.count == run.choices.stepCount)
    #expect(try redraw(run.choices, explorer) == run.lines)
    #expect(
      try redraw(run.choices.prefix(3), explorer).steps == Array(run.lines.steps.prefix(3)))
  }

  @Test func `runs continue a beginning that the other side asks for`() throws {
    let (explorer, run) = try draw(1)
    explorer.collectCoverage()
    let beginning = run.choices.prefix(5)
    let expected = try redraw(beginning, explorer)
    explorer.keep(beginning, run: 0)
    let continuations = try (1...40).filter { number in
      let recorder = RunRecorder(Rows.feature, omitting: OmittedMembers(), keepsRecords: false)
      _ = try explorer.draw(number, recorder)
      return recorder.runLines.steps.starts(with: expected.steps)
    }
    #expect(!continuations.isEmpty)
  }

  @Test func `a step that reaches something new on the other side is known`() throws {
    let engine = RunEngine(
      target: ExplorationTarget(Rows.feature), space: ActionSpace(of: Rows.feature) { _ in false },
      properties: [])
    engine.observeCoverage(RunCoverage(Rows.feature))
    let runner = LineRunner(engine)
    let add = #"send add(name: "")"#
    func lastNewStep(_ steps: [String]) throws -> Int? {
      let recorder = RunRecorder(Rows.feature, omitting: OmittedMembers(), keepsRecords: false)
      return try runner.run(RunLines(stubs: [], steps: steps), recorder).lastNewGroup
    }
    #expect(try lastNewStep([add, add, add]) == 1)
    #expect(try lastNewStep([add, add, add]) == nil)
    #expect(try lastNewStep([add, add, "send select(id: 10)"]) == 3)
  }

  @Test func `the choices of a run that ends its process are known`() throws {
    var reported: [ChoiceSequence] = []
    let (_, run) = try draw(1) { _, choices in choices.map { reported.append($0) } }
    #expect(reported.map(\.stepCount) == Array(1...run.choices.stepCount))
    #expect(reported.last == run.choices)
  }

  @Test func `a simpler choice writes a simpler value`() throws {
    let explorer = try draw(1).explorer
    let lines = try redraw(ChoiceSequence([[], []]), explorer)
    #expect(lines.steps == [#"send add(name: "")"#])
  }
}
