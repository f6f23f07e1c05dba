import Foundation
import MachoSessions
import Testing

@testable import MachoScripting

@Suite struct SessionRecordingTests {
  /// Opens a lamp and toggles it. The first test of the session's script fails at the toggle.
  private func toggle(
    _ recording: SessionRecording, _ lines: [String] = ["feature lamp", "send toggle"]
  ) -> CommandLoop {
    var isFirst = true
    recording.tester = { path, kind in
      defer { isFirst = false }
      guard isFirst else { return nil }
      #expect(kind == .plain)
      var result = ScriptResult(path: path, status: .failed)
      result.failures = [
        ScriptResult.Failure(
          kind: .mismatch, step: nil, line: 3, phase: nil, command: "send toggle", report: [])
      ]
      return result
    }
    var loop = CommandLoop(recording.session, recording: recording)
    for line in lines { #expect(loop.run(Line(line)).outcome.failure == nil) }
    return loop
  }

  private static let note =
    "line 3 cannot be repeated: its output differs; it and the lines below it are comments"
  private static let commented = """
    #!macho 1
    feature lamp
    # line 3 cannot be repeated: its output differs
    # send toggle
    # | - off
    # | + on

    """

  @Test(arguments: [true, false])
  func `At the end of a recording, lines that cannot be repeated become comments`(
    stops: Bool
  ) throws {
    try withDirectory { directory in
      let path = directory + "/r.macho"
      let session = Session(catalog: [LampFeature()], receiveMode: .immediate, context: .test)
      let recording = SessionRecording(
        session, redactor: try Redactor(patterns: [], properties: []))
      var loop = toggle(recording, ["record start \(path)", "feature lamp", "send toggle"])
      #expect(try contents(path) == "#!macho 1\nfeature lamp\nsend toggle\n| - off\n| + on\n")
      if stops {
        #expect(loop.run(Line("record stop")).outcome.events == [.notice(Self.note)])
      } else {
        #expect(try recording.finish() == [Self.note])
      }
      #expect(try contents(path) == Self.commented)
      #expect(recording.path == nil && !recording.hasFailed)
    }
  }

  @Test(arguments: [
    (300_000, ["left out 1 mistake; '--verbatim' keeps them"]),
    (
      1 << 20,
      [
        "all lines stay, also mistakes and queries: it is longer than 1 MiB",
        "not tested, because it is longer than 1 MiB: 'macho test' shows whether it passes",
      ]
    ),
  ])
  func `A session that is too long to be edited says so`(length: Int, notes: [String]) throws {
    try withDirectory { directory in
      let path = directory + "/r.macho"
      let session = Session(catalog: [LampFeature()], receiveMode: .immediate, context: .test)
      let recording = SessionRecording(
        session, redactor: try Redactor(patterns: [], properties: []))
      recording.tester = { _, _ in nil }
      var loop = CommandLoop(session, recording: recording)
      _ = loop.run(Line("feature lamp"))
      _ = loop.run(Line("send oops"))
      _ = loop.recordComment("# " + String(repeating: "x", count: length))
      let saved = loop.run(Line("save \(path)")).outcome
      #expect(try contents(path).contains("send oops") == (notes.count > 1))
      guard case .notice(let note)? = saved.events.first else {
        Issue.record("\(saved)")
        return
      }
      #expect(note.split(separator: "\n").dropFirst().map(String.init) == notes)
    }
  }

  @Test func `The script of a session for clients is tested`() throws {
    try withDirectory { directory in
      let session = Session(catalog: [LampFeature()], receiveMode: .immediate, context: .test)
      let recording = SessionRecording(
        session, redactor: try Redactor(patterns: [], properties: []),
        files: DirectoryFiles(directory))
      _ = toggle(recording)
      let script = recording.testedScript()
      #expect(script.text == Self.commented)
      #expect(script.notes == [Self.note])
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [])
    }
  }

  @Test(arguments: ["save", "record start", "export json"])
  func `A missing directory is created`(command: String) throws {
    try withDirectory { directory in
      let path = directory + "/new/deep/r.macho"
      let session = Session(catalog: [LampFeature()], receiveMode: .immediate, context: .test)
      let recording = SessionRecording(
        session, redactor: try Redactor(patterns: [], properties: []))
      var loop = CommandLoop(session, recording: recording)
      _ = loop.run(Line("feature lamp"))
      #expect(loop.run(Line("\(command) \(path)")).outcome.failure == nil)
      #expect(try !contents(path).isEmpty)
    }
  }
}
