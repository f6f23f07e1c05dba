import Foundation
import MachoReporting
import MachoSessions
import MachoSystem
import Testing

@testable import MachoScripting

@Suite struct RecordingTests {
  private func passes(_ text: String) throws -> [ScriptResult.Failure] {
    ScriptRunner(catalog: [LampFeature()], isStrict: false)
      .run(try ScriptParser.parse(text), path: "a.macho").result.failures
  }

  @Test func `The transcript of a session with mistyped lines and received actions passes`() throws
  {
    let session = Session(catalog: [LampFeature()], receiveMode: .immediate)
    let lines = [
      "feature lamp", "send togle", "send toggleLater", "receive toggled", "[linux", "[x] state",
      "help", "help nonsense", "! send toggle", "! [unclosed] send togle", "send note(\"a\\tb ",
      "send note(\"\"\"\n  one\n  | two \n  \"\"\")", "[linux] expect isOn == false",
      "[!linux] send toggle", "nonsense (", "expect isOn", "send leak", "finish",
    ]
    let text =
      TranscriptWriter.header
      + lines.map { OutcomeTranscript.text(for: session.run(normalizedLine($0))) }.joined()
    let failures = try passes(text)
    #expect(failures == [], "\(text)")
    #expect(
      text.hasPrefix(
        """
        #!macho 1
        feature lamp
        context preview
        ! [no-such-case] send togle
        | send togle
        """))
    #expect(
      text.contains("send toggleLater\n| (No state changes)\nreceive toggled\n| - off\n| + on\n"))
    #expect(text.contains("# expected to fail, but passed:\nsend toggle\n"))
    #expect(text.contains("\n# failed differently: 'unclosed' was expected, not no-such-case: "))
    #expect(text.contains("\n! [no-such-case] send togle\n| send togle\n"))
    #expect(text.contains("\n# [linux\n#   bad-line"))
    #expect(text.contains("\n# [x] state\n#   unknown-condition"))
    #expect(!text.contains("\nhelp\n"))
    #expect(text.contains("\n! [running-effects] finish\n"))
  }

  @Test func `The transcript of a script passes and reproduces itself`() throws {
    let script = """
      #!macho 1
      feature lamp
      ## one
      send toggleLater
      receive toggled
      ! [no-such-case] send x
      send note(@file("n"))
      send y
      quit
      send toggle
      -- n --
      "n"
      """
    let once = try transcript(script)
    #expect(once.passed == false)
    #expect(try passes(once.text) == [])
    let twice = try transcript(once.text)
    #expect(twice.passed)
    #expect(twice.text == once.text)
    #expect(
      once.text.contains("\n## one\nsend toggleLater\n| (No state changes)\nreceive toggled\n"))
    #expect(once.text.hasSuffix("\n-- n --\n\"n\"\n"))
  }

  @Test func `The lines of a transcript have roles`() throws {
    var script = StyledScript()
    var runner = TranscriptRunner(
      try ScriptParser.parse(
        """
        # a comment
        feature lamp

        ## a phase
        send toggleLater
        send querry
        """), path: "-", catalog: [LampFeature()], write: { script += $0 })
    _ = runner.run()
    var lines: [LineRole: [String]] = [:]
    let texts = script.text.split(separator: "\n", omittingEmptySubsequences: false)
    for (line, role) in zip(texts, script.roles) {
      lines[role, default: []].append(String(line))
    }
    #expect(script.roles.count == script.text.count { $0 == "\n" })
    #expect(lines[.unchanged]?.prefix(2) == ["#!macho 1", "# a comment"])
    #expect(lines[.unchanged]?.contains("## a phase") == true)
    #expect(lines[.received] == ["receive toggled"])
    #expect(lines[.removed] == ["| - off"] && lines[.added] == ["| + on"])
    #expect(lines[.problem]?.count == 1)
    #expect(lines[.plain]?.contains("send toggleLater") == true)
    #expect(script.colored(.plain) == script.text)
    #expect(
      script.colored(Palette(isColored: true)).contains(
        "\n\u{1B}[36mreceive toggled\u{1B}[0m\n\u{1B}[31m| - off\u{1B}[0m\n"))
  }

  @Test func `The lines of expected output with captures have the roles of their marks`() throws {
    let script = try ScriptParser.parse(
      """
      send x
      |   State(
      |= -   count: <n:/./>
      | +   count: 2
      | else
      """)
    #expect(script.steps.first?.expectedOutput?.roles == [.unchanged, .removed, .added, .plain])
  }

  private func transcript(_ script: String) throws -> (text: String, passed: Bool) {
    var text = ""
    var runner = TranscriptRunner(
      try ScriptParser.parse(script), path: "-", catalog: [LampFeature()],
      write: { text += $0.text })
    let passed = runner.run()
    return (text, passed)
  }

  @Test func `A recording is on disk after every line`() throws {
    try withDirectory { directory in
      let path = directory + "/r.macho"
      let session = Session(catalog: [LampFeature()], receiveMode: .immediate, context: .test)
      let recorder = try Recorder(path: path)
      #expect(try contents(path) == "#!macho 1\n")
      recorder.record(session.run("feature lamp"))
      #expect(try contents(path) == "#!macho 1\nfeature lamp\n")
      recorder.record(session.run("send toggle"))
      #expect(try contents(path) == "#!macho 1\nfeature lamp\nsend toggle\n| - off\n| + on\n")
      #expect(throws: FileError.self) { try Recorder(path: directory) }
    }
  }

  @Test func `A recording that another program changes ends with a failure`() throws {
    try withDirectory { directory in
      let path = directory + "/r.macho"
      let session = Session(catalog: [LampFeature()], receiveMode: .immediate, context: .test)
      let recording = SessionRecording(
        session, redactor: try Redactor(patterns: [], properties: []))
      var loop = CommandLoop(session, recording: recording)
      _ = loop.run(Line("record start \(path)"))
      _ = loop.run(Line("feature lamp"))
      #expect(recording.takeFailure() == nil)
      #expect(truncate(path, 4) == 0)
      let toggled = loop.run(Line("send toggle"))
      #expect(toggled.outcome.failure == nil)
      let failure = try #require(recording.takeFailure())
      #expect(failure.code == "unwritable")
      #expect(recording.takeFailure() == nil)
      #expect(try contents(path) == "#!ma")
      let stopped = loop.run(Line("record stop"))
      #expect(stopped.outcome.failure == failure)
      #expect(recording.hasFailed)
      let saved = loop.run(Line("save \(path) --overwrite"))
      #expect(saved.outcome.failure == nil)
      #expect(try contents(path) == "#!macho 1\nfeature lamp\nsend toggle\n| - off\n| + on\n")
      _ = try recording.finish()
    }
  }

  @Test func `The end of a session fails if its recording was removed`() throws {
    try withDirectory { directory in
      let path = directory + "/r.macho"
      let session = Session(catalog: [LampFeature()], receiveMode: .immediate, context: .test)
      let recording = SessionRecording(
        session, redactor: try Redactor(patterns: [], properties: []))
      var loop = CommandLoop(session, recording: recording)
      _ = loop.run(Line("record start \(path)"))
      #expect(unlink(path) == 0)
      _ = loop.run(Line("feature lamp"))
      let state = try #require(recording.fileState)
      #expect(state.error != nil)
      #expect(throws: Diagnostic.self) { try recording.finish() }
    }
  }

  @Test(arguments: [#"@file("on.json")"#, #"@file( "on.json" )"#, #"@file("\u{6F}n.json")"#])
  func `A saved session contains the sections that its lines read`(file: String) throws {
    let on = Section(name: "on.json", contents: #"{"isOn": true, "note": ""}"# + "\n")
    let session = Session(
      catalog: [LampFeature()], receiveMode: .immediate, context: .test,
      files: ScriptFileSource(sections: [on.name: on.contents], path: "s.macho"))
    let recording = SessionRecording(
      session, redactor: try Redactor(patterns: [], properties: []))
    recording.sections = [on, Section(name: "off.json", contents: "{}\n")]
    var loop = CommandLoop(session, recording: recording)
    for line in ["feature lamp", "start \(file)", "expect isOn"] {
      #expect(loop.run(Line(line)).outcome.failure == nil)
    }
    #expect(
      recording.scriptText
        == "#!macho 1\nfeature lamp\nstart \(file)\nexpect isOn\n\n-- on.json --\n\(on.contents)")
  }

  @Test func `A file to which another session records is not replaced`() throws {
    try withDirectory { directory in
      let path = directory + "/r.macho"
      let recorder = try Recorder(path: path)
      #expect(throws: FileError.self) { try Recorder(path: path, overwriting: true) }
      let session = Session(catalog: [LampFeature()], receiveMode: .immediate, context: .test)
      recorder.record(session.run("feature lamp"))
      #expect(recorder.error == nil)
      #expect(try contents(path) == "#!macho 1\nfeature lamp\n")
    }
  }
}
