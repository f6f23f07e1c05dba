import MachoScripting
import Testing

@testable import MachoKit

@Suite struct `A child report` {
  private func read(_ run: ScriptRun) -> ScriptRun? {
    var report = ChildReport(path: run.result.path)
    for line in ChildReport.text(run).split(separator: "\n") { report.consume(String(line)) }
    return report.run
  }

  @Test func `round-trips in its short and its long form`() {
    var passed = ScriptRun(result: ScriptResult(path: "a b.macho", status: .passed))
    passed.result.counts.steps = 12
    passed.result.counts.uncompared = 3
    passed.result.counts.skipped = 1
    passed.result.duration = .milliseconds(1234)
    #expect(read(passed) == passed)
    passed.result.transcript = "0123456789abcdef"
    #expect(read(passed) == passed)
    #expect(ChildReport.text(passed).hasPrefix("passed "))

    var other = passed
    other.result.phases = [.init(title: "into it", line: 3)]
    #expect(read(other) == other)
    other = passed
    other.result.reads = ["/there/a.json"]
    #expect(read(other) == other)
    other = passed
    other.outputs = [["one"], nil]
    #expect(read(other) == other)
    other = passed
    other.result.status = .skipped("not here")
    #expect(read(other) == other)
  }
}
