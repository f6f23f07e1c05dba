import MachoScripting
import MachoSessions
import Testing

@testable import MachoKit

@Suite struct `The report of a reload` {
  private func entry(
    _ text: String, _ kind: PromptJournal.Entry.Kind = .command
  ) -> PromptJournal.Entry {
    PromptJournal.Entry(kind: kind, text: text)
  }

  private func outcome(_ text: String, value: String? = nil, failure: DiagnosticCode? = nil) throws
    -> Outcome
  {
    var outcome = Outcome(text: text, line: try Line(parsing: text))
    outcome.failure = failure.map { Diagnostic($0, "it fails") }
    if let value { outcome.events = [.value(value)] }
    return outcome
  }

  private func result(of outcome: Outcome) -> PromptJournal.Result {
    var result = PromptJournal.Result(failure: outcome.failure?.code.rawValue, position: 0)
    result.transcript = OutcomeTranscript.text(for: outcome)
    return result
  }

  @Test func `has the line, its output before, and its output now`() throws {
    var report = ReloadReport()
    let (one, two) = try (outcome("state count", value: "1"), outcome("state count", value: "2"))
    let lines = report.add(entry("state count"), result(of: one), two)
    #expect(lines.map(\.text) == ["state count", "  E| 1", "  A| 2"])
    #expect(report.add(entry("state count"), result(of: two), two) == [])
    let summary = report.summary.map(\.text)
    #expect(summary == ["reloaded: 2 lines repeated, 1 differs: E is before, A is now"])
  }

  @Test func `counts lines that differ and prints the first with their output`() throws {
    var report = ReloadReport()
    #expect(report.summary.map(\.text) == ["reloaded: 0 lines repeated, none differs"])
    let before = try result(of: outcome("state", value: "1"))
    let after = try outcome("state", value: "2")
    for _ in 0..<ReloadReport.fullCount {
      #expect(report.add(entry("state"), before, after).count == 3)
    }
    #expect(report.add(entry("state"), before, after).map(\.text) == ["state"])
    #expect(
      report.summary.map(\.text) == [
        "reloaded: 11 lines repeated, 11 differ: E is before, A is now",
        "only the first 10 are shown with their output",
      ])
  }

  @Test func `counts lines of live stores, which did not run again`() {
    var report = ReloadReport()
    var live = PromptJournal.Result(position: 1)
    live.liveActions = []
    #expect(report.add(entry("send a"), live, nil) == [])
    #expect(report.add(entry("", .external), live, nil) == [])
    #expect(
      report.summary.map(\.text) == [
        "reloaded: 0 lines repeated, none differs", "not repeated: 1 line of live stores",
        "their actions were reduced again, without effects",
      ])
  }

  @Test(arguments: [
    ("send a", true), ("let x = 1", true), ("feature counter", true), ("expect count == 1", false),
    ("receive a", false), ("state", false), ("finish", false), ("source a.macho", false),
  ])
  func `ends at a line that acts and fails now`(line: String, stops: Bool) throws {
    let (passed, failed) = try (outcome(line), outcome(line, failure: "issue"))
    #expect(ReloadReport.stops(at: failed, result(of: passed)) == stops)
    #expect(!ReloadReport.stops(at: failed, result(of: failed)))
    #expect(!ReloadReport.stops(at: passed, result(of: failed)))
    #expect(!ReloadReport.stops(at: nil, result(of: passed)))
  }

  @Test func `has the lines that are not repeated as comments`() {
    let rest = [
      entry("send f(\n1)"), entry("save a.macho"), entry("help"), entry("# why", .comment),
      entry("reload"),
    ]
    #expect(
      ReloadReport.comments(for: rest) == [
        "# not repeated, because the line above fails:", "# send f(", "# 1)", "# why",
      ])
    #expect(ReloadReport.notes(notRepeating: rest).first == "not repeated: 1 line below it")
    #expect(ReloadReport.comments(for: [entry("reload")]) == [])
    #expect(ReloadReport.notes(notRepeating: []).count == 1)
  }
}
