import MachoScripting
import Testing

@testable import MachoKit

@Suite struct `The lines after a report at a terminal` {
  private func result(
    _ path: String, _ kinds: ScriptResult.Failure.Kind...
  ) -> ScriptResult {
    var result = ScriptResult(path: path, status: kinds.isEmpty ? .passed : .failed)
    result.failures = kinds.map {
      .init(kind: $0, step: 0, line: 1, phase: nil, command: "send x", report: [])
    }
    return result
  }

  @Test func `have only the duration if all scripts passed`() {
    #expect(NextSteps([result("a.macho")], .milliseconds(120)).lines == ["in 120 ms"])
    #expect(NextSteps([], .seconds(75)).lines == ["in 75 s"])
  }

  @Test func `explain a mismatch and name commands for the first script that failed`() {
    let results = [result("a.macho"), result("b.macho", .mismatch), result("c.macho", .diagnostic)]
    #expect(
      NextSteps(results, .seconds(1)).lines == [
        "in 1000 ms", "E| expected, A| actual, > the first difference",
        "look around:  macho test --debug b.macho",
        "accept what is printed:  macho test --update b.macho",
      ])
  }

  @Test func `propose no update if a command failed`() {
    #expect(
      NextSteps([result("c.macho", .diagnostic)], .zero).lines == [
        "in 0 ms", "look around:  macho test --debug c.macho",
      ])
  }
}
