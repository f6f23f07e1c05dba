import MachoSessions
import MachoValues
import Testing

@testable import MachoScripting

@Suite struct `The command loop` {
  /// Files by name, which `source` reads.
  private struct Files: FileSource {
    var texts: [String: String]

    struct Missing: Error {}

    func contents(of name: String) throws -> String {
      guard let text = texts[name] else { throw Missing() }
      return text
    }
  }

  private func makeLoop(_ files: [String: String]) throws -> (CommandLoop, SessionRecording) {
    let session = Session(
      catalog: [LampFeature()], receiveMode: .immediate, context: .test,
      files: Files(texts: files))
    let recording = SessionRecording(session, redactor: try Redactor(patterns: [], properties: []))
    return (CommandLoop(session, recording: recording), recording)
  }

  /// Runs a line and what it sources. Returns the commands in the order in which they ran.
  private func run(_ line: String, _ loop: inout CommandLoop) -> [String] {
    loop.startEntry()
    var commands = [line]
    _ = loop.run(Line(line))
    while !loop.hasQuit, let step = loop.nextSourcedStep() {
      commands.append(step.text)
      _ = loop.run(step.line)
    }
    return commands
  }

  @Test func `enters sourced scripts in order and returns to the script that sources them`() throws
  {
    var (loop, recording) = try makeLoop([
      "a": "feature lamp\nsource b\nsend toggle\n", "b": "echo one\nsource c\necho three\n",
      "c": "echo two\n",
    ])
    #expect(
      run("source a", &loop) == [
        "source a", "feature lamp", "source b", "echo one", "source c", "echo two", "echo three",
        "send toggle",
      ])
    #expect(recording.scriptText.contains("echo two\n| two\necho three\n| three\nsend toggle\n"))
  }

  @Test func `stops at a quit in a sourced script, until the next entry`() throws {
    var (loop, _) = try makeLoop(["a": "echo one\nquit\necho two\n"])
    #expect(run("source a", &loop) == ["source a", "echo one", "quit"])
    #expect(run("echo three", &loop) == ["echo three"])
  }

  @Test func `reports the errors of a sourced script and continues after the command`() throws {
    var (loop, _) = try makeLoop(["a": "source b\necho after\n", "b": "send (\n"])
    loop.startEntry()
    #expect(loop.run(Line("source a")).sourceErrors == nil)
    let step = loop.nextSourcedStep()
    #expect(step?.text == "source b")
    #expect(loop.run(Line("source b")).sourceErrors?.name == "b")
    #expect(loop.nextSourcedStep()?.text == "echo after")
  }

  @Test func `ends scripts that source each other, for each entry anew`() throws {
    var (loop, _) = try makeLoop(["a": "source a\nsource a\n"])
    for _ in 0..<2 {
      let commands = run("source a", &loop)
      #expect(commands.count > 1_000 && commands.count < 2_100)
    }
  }

  @Test(arguments: ["skip \"later\"", "xfail \"known\"", "timeout 3s"])
  func `rejects what is only valid in a script and does not record it`(line: String) throws {
    var (loop, recording) = try makeLoop([:])
    let outcome = loop.run(Line(line)).outcome
    #expect(outcome.failure?.code == "not-supported")
    #expect(outcome.directive == nil)
    #expect(!recording.scriptText.contains(line))
  }

  @Test func `does not follow the directive of a failed command`() throws {
    var (loop, _) = try makeLoop(["a": "echo one\n"])
    #expect(run("! source a", &loop) == ["! source a"])
    #expect(run("! quit", &loop) == ["! quit"])
    #expect(!loop.hasQuit)
  }

  @Test func `sets parameters for the sourced lines and restores the variables`() throws {
    var (loop, recording) = try makeLoop(["a": "echo $n $m\nsource b\n", "b": "echo $n\n"])
    _ = run("let n = 7", &loop)
    #expect(
      run("source a with(m: $n, n: toggle)", &loop) == [
        "source a with(m: $n, n: toggle)", "let m = $n", "let n = .toggle", "echo $n $m",
        "source b", "echo $n", "let n = 7",
      ])
    #expect(loop.session[variable: "n"]?.text == "7")
    #expect(loop.session[variable: "m"] == nil)
    #expect(recording.scriptText.contains("let n = .toggle\necho $n $m\n| .toggle 7\n"))
    #expect(recording.scriptText.hasSuffix("| .toggle\nlet n = 7\n"))
  }

  @Test func `restores a variable with its type, also after a quit`() throws {
    var (loop, _) = try makeLoop(["a": "feature lamp\nquit\n", "b": "echo $lamp.note\n"])
    _ = run("feature lamp", &loop)
    _ = run("let lamp = self", &loop)
    #expect(run("source a with(lamp: 1)", &loop).last == "quit")
    #expect(loop.session[variable: "lamp"]?.text == "1")
    loop.startEntry()
    #expect(loop.session[variable: "lamp"]?.type == LampStore.State.self)
    #expect(run("source b with(lamp: $lamp)", &loop).contains("echo $lamp.note"))
    #expect(loop.session[variable: "lamp"]?.type == LampStore.State.self)
  }

  @Test func `runs lines with what they source, up to the first failure`() throws {
    let session = Session(
      catalog: [LampFeature()], receiveMode: .onReceive,
      files: Files(texts: ["a": "feature lamp\nsend toggle\n", "b": "echo (\n"]))
    var ran: [String] = []
    try CommandLoop.run([Line(.source, "a"), Line(.state, "isOn")], in: session) { line, _ in
      ran.append(line.text)
    }
    #expect(ran == ["source a", "feature lamp", "send toggle", "state isOn"])
    #expect(throws: Diagnostic.self) {
      try CommandLoop.run([Line(.source, "b")], in: session)
    }
    let error = #expect(throws: Diagnostic.self) {
      try CommandLoop.run([Line(.send, "nothing"), Line(.state)], in: session)
    }
    #expect(error?.code == "no-such-case")
  }

  @Test func `runs an entry until its body stops it`() throws {
    var (loop, _) = try makeLoop(["a": "echo one\necho two\nquit\necho three\n"])
    var ran: [String] = []
    loop.runEntry(Line(.source, "a")) { line, _ in
      ran.append(line.text)
      return true
    }
    #expect(ran == ["source a", "echo one", "echo two", "quit"] && loop.hasQuit)
    loop.runEntry(Line(.source, "a")) { line, _ in line.text != "echo one" }
    #expect(!loop.hasQuit && loop.remainingLines.map(\.count) == [3])
  }

  @Test func `records what the host asks it to record`() throws {
    var (loop, recording) = try makeLoop([:])
    _ = loop.run(Line("echo hidden"), recordingIf: { _ in false })
    #expect(loop.recordComment("# kept"))
    #expect(!loop.recordComment("echo"))
    #expect(recording.scriptText == TranscriptWriter.header + "# kept\n")
  }

  @Test func `retries a source command whose own output differs`() throws {
    let script = try ScriptParser.parse(
      "feature lamp\nsource more\n| nothing\n-- more --\nsend toggle\n")
    var stepper = ScriptStepper(
      script, path: "a.macho", catalog: [LampFeature()], observer: ScriptRunner.Observer())
    for _ in 0..<3 {
      let reason = stepper.isStoppedAtFailure ? stepper.retry() : stepper.run()
      guard case .failed(let failure) = reason else {
        Issue.record("expected a failure, not \(reason)")
        return
      }
      #expect(failure.kind == .mismatch && failure.line == 2)
    }
    #expect(stepper.result.failures.count == 1)
  }
}
