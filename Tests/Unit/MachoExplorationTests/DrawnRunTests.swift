import MachoAdapters
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
    return (explorer, recorder.run)
  }

  private func redraw(_ choices: ChoiceSequence, _ explorer: Explorer) throws -> RunLines {
    let recorder = RunRecorder(Rows.feature, omitting: OmittedMembers(), keepsRecords: false)
    try explorer.redraw(choices, recorder)
    return recorder.run.lines
  }

  @Test(arguments: 0..<10)
  func `the choices of a run lead to its lines`(seed: UInt64) throws {
    let (explorer, run) = try draw(seed)
    #expect(run.lines.steps.count == run.choices.stepCount)
    #expect(try redraw(run.choices, explorer) == run.lines)
    #expect(
      try redraw(run.choices.prefix(3), explorer).steps == Array(run.lines.steps.prefix(3)))
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
