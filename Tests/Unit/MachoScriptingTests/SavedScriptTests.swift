import Testing

@testable import MachoScripting

@Suite struct SavedScriptTests {
  private func makePass(
    _ text: String, _ failures: [ScriptResult.Failure?]
  ) throws -> (written: [String], notes: [String]) {
    var script = SavedScript(text)
    var remaining = failures
    var written: [String] = []
    try script.makePass {
      guard !remaining.isEmpty, let failure = remaining.removeFirst() else { return nil }
      var result = ScriptResult(path: "a.macho", status: .failed)
      result.failures = [failure]
      return result
    } write: {
      written.append($0)
    }
    #expect(remaining.isEmpty)
    return (written, script.notes)
  }

  private func failure(
    _ kind: ScriptResult.Failure.Kind, line: Int, _ code: String?, _ message: String?
  ) -> ScriptResult.Failure {
    ScriptResult.Failure(
      kind: kind, step: nil, line: line, phase: nil, command: "", code: code, message: message,
      report: [])
  }

  @Test func `A script that passes is not written again`() throws {
    let (written, notes) = try makePass("feature lamp\nsend ask\n", [nil])
    #expect(written == [])
    #expect(notes == [])
  }

  @Test func `Effects that are left end the script with the failure of finish`() throws {
    let (written, notes) = try makePass(
      "feature lamp\nsend ask\n",
      [failure(.endOfFile, line: 2, "external-work", "an effect waits"), nil])
    #expect(written == ["feature lamp\nsend ask\n! [external-work] finish\n"])
    #expect(notes == [])
  }

  @Test func `A finish that does not fail is removed`() throws {
    let (written, _) = try makePass(
      "feature lamp\nsend ask\n! [external-work] finish\n",
      [failure(.diagnostic, line: 3, "unexpected-pass", "finish passed"), nil])
    #expect(written == ["feature lamp\nsend ask\n"])
  }

  @Test func `A line that cannot be repeated and the lines below it become comments`() throws {
    let (written, notes) = try makePass(
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
      notes == [
        "line 3 cannot be repeated: not-settled: effects still wait; it and the lines below it are comments"
      ])
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

  @Test func `Only the lines that read become comments if their output differs`() throws {
    var script = SavedScript(
      """
      feature lamp
      effects
      | 1 effect
      # a remark
      expect isOn
      ! [external-work] finish
      send toggle
      | - off
      | + on

      """)
    let readers = [2, 5, 6].map { failure(.mismatch, line: $0, nil, nil) }
    var results = [readers, []]
    var written: [String] = []
    try script.makePass {
      let failures = results.removeFirst()
      guard !failures.isEmpty else { return nil }
      var result = ScriptResult(path: "a.macho", status: .failed)
      result.failures = failures
      return result
    } write: {
      written.append($0)
    }
    #expect(
      written == [
        """
        feature lamp
        # line 2 cannot be repeated: its output differs
        # effects
        # | 1 effect
        # a remark
        # line 5 cannot be repeated: its output differs
        # expect isOn
        # line 6 cannot be repeated: its output differs
        # ! [external-work] finish
        send toggle
        | - off
        | + on

        """
      ])
    #expect(script.notes == ["lines 2, 5, 6 cannot be repeated; they are comments"])
  }

  @Test func `A script that cannot be made to pass says so`() throws {
    let (written, notes) = try makePass(
      "feature lamp\nsend ask\n",
      [failure(.endOfFile, line: 2, nil, "2 actions")])
    #expect(written == [])
    #expect(notes == ["it does not pass: '' fails: 2 actions"])
    var script = SavedScript("feature lamp\n")
    try script.makePass {
      ScriptResult(path: "a.macho", status: .timedOut)
    } write: { _ in
    }
    #expect(script.notes == ["not tested to its end, which takes longer than a minute"])
  }
}
