import MachoSessions
import Testing

@testable import MachoScripting

@Suite struct SavedSessionTests {
  /// Saves a session whose tests have these results. Returns what was written, and the notes.
  private func save(
    _ texts: [String], results: [ScriptResult?], mayUpdate: Bool = true
  ) throws -> (written: [String], tests: [SavedScriptTest], notes: [String]) {
    let session = Session(catalog: [LampFeature()], receiveMode: .immediate)
    var lines = RecordedLines(of: session)
    var verbatim = ""
    let now = ContinuousClock.now
    for text in texts {
      let outcome = session.run(text)
      verbatim += OutcomeTranscript.text(for: outcome)
      lines.append(outcome, in: session, from: now, to: now)
    }
    var written: [String] = []
    var tests: [SavedScriptTest] = []
    let report = try SavedSession(
      lines: lines, verbatimText: verbatim, end: nil, mayUpdate: mayUpdate, redact: { $0 },
      sections: { $0 == nil ? "\n-- all --\n" : "" },
      test: { test in
        tests.append(test)
        return results.indices.contains(tests.count - 1) ? results[tests.count - 1] : nil
      },
      write: { written.append($0) }
    ).save()
    #expect(tests.count >= results.count)
    #expect(report.text == written.last)
    return (written, tests, report.notes)
  }

  private func failed(_ kind: ScriptResult.Failure.Kind, _ code: String? = nil) -> ScriptResult {
    var result = ScriptResult(path: "a.macho", status: .failed)
    result.failures = [
      ScriptResult.Failure(
        kind: kind, step: 1, line: 2, phase: nil, command: "send toggle", code: code,
        message: code == nil ? nil : "why", report: [])
    ]
    return result
  }

  private static let lines = ["feature lamp", "send toggle", "send oops", "send toggle", "undo"]

  @Test func `An edited session is strict in the context of scripts`() throws {
    let (written, tests, notes) = try save(Self.lines, results: [])
    #expect(written == ["#!macho 1\nfeature lamp\nsend toggle\n| - off\n| + on\n"])
    #expect(tests == [.strict])
    #expect(notes == ["left out 1 mistake, 2 lines of undone work; '--verbatim' keeps them"])
  }

  @Test func `The context stays if a script depends on it`() throws {
    let (written, tests, _) = try save(Self.lines, results: [failed(.diagnostic, "x")])
    #expect(written.count == 2)
    #expect(written[1].hasPrefix("#!macho 1\nfeature lamp\ncontext preview\nsend toggle\n"))
    #expect(tests == [.strict, .plain])
  }

  @Test func `Undone lines stay if a script depends on them`() throws {
    let (written, tests, notes) = try save(
      Self.lines, results: [failed(.diagnostic, "x"), failed(.diagnostic, "x")])
    #expect(tests == [.strict, .plain, .plain])
    #expect(written[2].contains("\nundo\n") && !written[2].contains("oops"))
    #expect(
      notes == [
        "undone lines stay: without them, 'send toggle' fails: x: why",
        "left out 1 mistake; '--verbatim' keeps them",
      ])
  }

  @Test func `All lines stay if an edited session does not pass`() throws {
    let (written, tests, notes) = try save(
      Self.lines, results: Array(repeating: failed(.diagnostic, "x"), count: 3))
    #expect(tests == [.strict, .plain, .plain, .plain])
    #expect(written[3].contains("\n! [no-such-case] send oops\n"))
    #expect(written[3].hasSuffix("\n-- all --\n"))
    #expect(notes.map { $0.hasPrefix("all lines stay, also mistakes and queries: ") } == [true])
  }

  @Test func `Output that differs without undone lines is updated`() throws {
    var updated = ScriptResult(path: "a.macho", status: .updated)
    updated.counts.updated = 1
    let (written, tests, notes) = try save(
      Self.lines, results: [failed(.mismatch), failed(.mismatch), updated])
    #expect(tests == [.strict, .plain, .updating])
    // The context makes no difference.
    #expect(!written[2].contains("context preview"))
    #expect(
      notes.first == "without the undone work, the output of 1 command differs; it was updated")
    let other = try save(
      Self.lines, results: [failed(.mismatch), failed(.mismatch)], mayUpdate: false)
    #expect(other.tests == [.strict, .plain, .plain])
  }

  @Test func `A script that takes too long is not tried again`() throws {
    let (_, tests, _) = try save(
      Self.lines, results: [ScriptResult(path: "a.macho", status: .timedOut)])
    #expect(tests == [.strict, .plain])
  }
}
