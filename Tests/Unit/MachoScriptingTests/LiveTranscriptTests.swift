import MachoDiff
import MachoScripting
import Testing

@testable import MachoSessions

@Suite struct `The transcript of a live session` {
  private func text(_ line: String, failure: DiagnosticCode? = nil) throws -> String {
    var outcome = Outcome(text: line, line: try Line(parsing: line))
    outcome.failure = failure.map { Diagnostic($0, "it failed") }
    outcome.wasLive = true
    return OutcomeTranscript.text(for: outcome)
  }

  @Test func `replaces lines that a script with stubs and a test clock does not need`() throws {
    #expect(try text("settle within 1s") == "")
    #expect(
      try text("advance 1s") == "# time advances by itself in a live session:\n# advance 1s\n")
    #expect(try text("context live") == "context test\n")
    #expect(try text("context none", failure: "usage").hasPrefix("! [usage] context none\n"))
    #expect(try text("effects") == "effects\n")
  }

  @Test func `contains 'finish' without its advice, which a script words differently`() throws {
    #expect(
      try text("finish", failure: "running-effects") == "! [running-effects] finish\n|...\n")
  }

  @Test(arguments: ["undo", "redo", "goto 1"])
  func `contains time travel that the store does not support as a comment`(line: String) throws {
    let comment = "# a live object cannot be replayed:\n# \(line)\n"
    #expect(try text(line, failure: "not-supported") == comment)
    #expect(try text(line, failure: "usage").hasPrefix("! [usage] \(line)\n"))
  }

  @Test func `contains a change that no line can make as a comment`() throws {
    var outcome = Outcome(text: "send a", line: try Line(parsing: "send a"))
    outcome.received = [
      .modified(Line("# the new value has no text"), Change(reading: "- 0\n+ 1")),
      .remark("the order may differ"),
    ]
    #expect(
      OutcomeTranscript.text(for: outcome)
        == "send a\n# the new value has no text\n# the order may differ\n")
  }

  @Test(arguments: ["record stop", "save a.macho", "export swift"])
  func `never contains lines that control the recording`(line: String) throws {
    #expect(try text(line) == "")
    #expect(try text(line, failure: "unwritable") == "")
  }
}
