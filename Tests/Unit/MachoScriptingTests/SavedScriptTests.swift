import Testing

@testable import MachoScripting

@Suite struct SavedScriptTests {
  private func makePass(
    _ text: String, _ failures: [ScriptResult.Failure?]
  ) throws -> (written: [String], note: String?) {
    var script = SavedScript(text)
    var remaining = failures
    var written: [String] = []
    try script.makePass {
      var result = ScriptResult(path: "a.macho", status: .failed)
      result.failures = remaining.isEmpty ? [] : [remaining.removeFirst()].compactMap { $0 }
      return result
    } write: {
      written.append($0)
    }
    #expect(remaining.isEmpty)
    return (written, script.note)
  }

  private func failure(
    _ kind: ScriptResult.Failure.Kind, line: Int, _ code: String?, _ message: String?
  ) -> ScriptResult.Failure {
    ScriptResult.Failure(
      kind: kind, step: nil, line: line, phase: nil, command: "", code: code, message: message,
      report: [])
  }

  @Test func `A script that passes is not written again`() throws {
    let (written, note) = try makePass("feature lamp\nsend ask\n", [nil])
    #expect(written == [])
    #expect(note == nil)
  }

  @Test func `Effects that are left end the script with the failure of finish`() throws {
    let (written, note) = try makePass(
      "feature lamp\nsend ask\n",
      [failure(.endOfFile, line: 2, "external-work", "an effect waits"), nil])
    #expect(written == ["feature lamp\nsend ask\n! [external-work] finish\n"])
    #expect(note == nil)
  }

  @Test func `A finish that does not fail is removed`() throws {
    let (written, _) = try makePass(
      "feature lamp\nsend ask\n! [external-work] finish\n",
      [failure(.diagnostic, line: 3, "unexpected-pass", "finish passed"), nil])
    #expect(written == ["feature lamp\nsend ask\n"])
  }

  @Test func `A line that cannot be repeated and the lines below it become comments`() throws {
    let (written, note) = try makePass(
      "feature lamp\nsend ask\nsettle within 10s\n|...\nreceive answered\n",
      [failure(.diagnostic, line: 3, "not-settled", "effects still wait"), nil])
    #expect(
      written == [
        """
        feature lamp
        send ask
        # line 3 cannot be repeated: not-settled: effects still wait
        # settle within 10s
        # |...
        # receive answered

        """
      ])
    #expect(
      note
        == "line 3 cannot be repeated: not-settled: effects still wait; it and the lines below it are comments"
    )
  }

  @Test func `A script is tested until it passes`() throws {
    let (written, _) = try makePass(
      "feature lamp\nsend ask\nsettle within 10s\n",
      [
        failure(.mismatch, line: 3, nil, nil),
        failure(.endOfFile, line: 3, "running-effects", "1 effect still runs"), nil,
      ])
    #expect(written.count == 2)
    #expect(
      written.last == """
        feature lamp
        send ask
        # line 3 cannot be repeated: its output differs
        # settle within 10s
        ! [running-effects] finish

        """)
  }
}
