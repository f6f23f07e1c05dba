import Testing

@testable import MachoAgents

@Suite struct TestReportTests {
  private func report(_ output: String, status: Int32? = 0, errors: String = "") -> TestReport {
    TestReport(AgentHost.CommandResult(status: status, output: output, errors: errors))
  }

  @Test func `a failure has its line, code and message`() throws {
    let report = report(
      #"""
      {"event":"start","scripts":1}
      {"event":"script","path":"a.macho","status":"failed","message":"line 3: no","report":["  a"],"failures":[{"line":3,"code":"expect-failed","report":["  A| no"]}]}
      {"event":"end","counts":{"failed":1}}
      """#, status: 1)
    #expect(report.text == "failed a.macho\n  a\nfailed: 1")
    #expect(!report.hasPassed && report.hasScripts)
    let failure = try #require(report.failure)
    #expect(failure.line == 3 && failure.code == "expect-failed" && failure.message == "line 3: no")
    #expect(failure.report == ["  A| no"])
  }

  @Test func `scripts that pass have no failure`() {
    let report = report(#"{"event":"script","path":"a.macho","status":"passed"}"#)
    #expect(report.hasPassed && report.failure == nil && report.text == "passed a.macho")
  }

  @Test func `a run without scripts, and one that was killed, say so`() {
    #expect(!report("", status: 2, errors: "cannot find a.macho").hasScripts)
    #expect(report("", status: nil).text == "the run was killed: it took too long")
  }
}
