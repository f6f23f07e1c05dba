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
    _ = loop.run(line)
    while !loop.hasQuit, let step = loop.nextSourcedStep() {
      commands.append(step.text)
      _ = loop.run(step.text)
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
    #expect(loop.run("source a").sourceErrors == nil)
    let step = loop.nextSourcedStep()
    #expect(step?.text == "source b")
    #expect(loop.run("source b").sourceErrors?.name == "b")
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
    let outcome = loop.run(line).outcome
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

  @Test func `records what the host asks it to record`() throws {
    var (loop, recording) = try makeLoop([:])
    _ = loop.run("echo hidden", recordingIf: { _ in false })
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
