import Testing

/// A recording of a live session passes in the test context.
@Suite struct `A live session` {
  private static let session = """
    send stamp
    send listen("rain")
    send nap(5)
    send getLater("nowhere", 3)
    settle within 10s
    effects
    send get("nowhere")
    settle within 10s
    context preview
    send stamp
    context live
    send stamp
    advance 1s
    ! advance 1s
    send nap(60000)
    effects
    state

    """

  private func record(_ session: String, _ options: String...) throws -> (Sandbox, String) {
    let sandbox = try Sandbox()
    _ = try sandbox.run(
      .externalWorkDriver,
      ["repl", "courier", "--context", "live", "--record", "session.macho"] + options,
      input: .text(session))
    return (sandbox, try sandbox.read("session.macho"))
  }

  @Test func `is recorded as a passing script with stubs, answers and time`() throws {
    let (sandbox, recording) = try record(Self.session)
    let test = try sandbox.run(.externalWorkDriver, "test", "--strict", "session.macho")
    #expect(test.status == 0, "\(test.output)\(recording)")
    #expect(!recording.contains("\ncontext live"))
    #expect(!recording.contains("\nsettle"))
    #expect(recording.hasPrefix("#!macho 1\nfeature courier\nstub date.now -> Date("))
    #expect(recording.contains("\nstub random -> "))
    // How many elements arrive before the feature reads them depends on timing, from none to all. The
    // end is that of the stub if all did.
    let stub = "\nstub web.news(\"rain\") -> stream "
    #expect(recording.contains(stub))
    #expect(
      recording.contains(stub + "\"rain at once\", \"rain 1\", \"rain 2\"\nsend")
        || recording.contains("\nanswer web.news(\"rain\") finished\n"))
    #expect(recording.contains("\nreceive silence\n"))
    #expect(recording.contains("\nreceive failed(\"HTTP status 0\")\n"))
    #expect(recording.contains("\nadvance "))
    #expect(recording.contains("\n! [running-effects] finish\n"))
  }

  @Test func `is recorded in whole steps of time if it is asked to`() throws {
    let (sandbox, recording) = try record(
      """
      send nap(200)
      send heard("a")
      settle within 10s
      send heard("b")
      send nap(60000)
      effects
      send heard("c")

      """, "--round", "20ms")
    let test = try sandbox.run(.externalWorkDriver, "test", "--strict", "session.macho")
    #expect(test.status == 0, "\(test.output)\(recording)")
    let durations = recording.matches(of: /(?:advance|age) ([0-9.]+)(ms|s)\b/).compactMap { match in
      Double(match.1).map { match.2 == "s" ? $0 * 1_000 : $0 }
    }
    #expect(!durations.isEmpty, "\(recording)")
    #expect(
      durations.allSatisfy { $0.rounded().remainder(dividingBy: 20) == 0 }, "\(recording)")
  }

  @Test func `keeps results that read like keywords`() throws {
    let verdicts = [
      ".pending", ".pendingReview", ".finished", ".throws", ".stream", ".nil", ".true", ".after",
      ".then", ".seed", ".uncancellable(3)", #".stayed(until: "then")"#,
    ]
    let kinds = [
      "Now", "NowOrThrow", "Soon", "SoonOrThrow", "Maybe", "Later", "All", "AllOrThrow",
    ]
    let lines = verdicts.flatMap { verdict in
      kinds.flatMap { ["send ask\($0)(\(verdict))", "settle within 10s"] }
    }
    let sandbox = try Sandbox()
    _ = try sandbox.run(
      .externalWorkDriver, ["repl", "jury", "--context", "live", "--record", "session.macho"],
      input: .text(lines.joined(separator: "\n") + "\nstate\n"))
    let recording = try sandbox.read("session.macho")
    let test = try sandbox.run(.externalWorkDriver, "test", "--strict", "session.macho")
    #expect(test.status == 0, "\(test.output)\(recording)")
    #expect(!recording.contains("# the result"))
    // Every call is a stub or is answered.
    #expect(recording.matches(of: /stub jury/).count == verdicts.count * kinds.count)
  }

  @Test func `says that a client has no live value, and its recording passes`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(
      .externalWorkDriver, ["repl", "weather", "--context", "live", "--record", "session.macho"],
      input: .text(
        """
        send asked("Oslo")
        settle within 10s
        ! [issue] send asked("Rome")
        state

        """))
    let text = run.output + run.errors
    #expect(text.contains("WeatherClient has no live value for 'temperature'"), "\(text)")
    #expect(!text.contains("Stub("))
    let recording = try sandbox.read("session.macho")
    let test = try sandbox.run(.externalWorkDriver, "test", "--strict", "session.macho")
    #expect(test.status == 0, "\(test.output)\(recording)")
    #expect(recording.contains("\n# reported by an endpoint, which this script stubs:\n"))
    #expect(!recording.contains("[issue]"))
  }

  @Test func `passes although an unregistered client has no live value`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(
      .externalWorkDriver,
      ["repl", "weather-unregistered", "--context", "live", "--record", "session.macho"],
      input: .text("send asked(\"Oslo\")\nsettle within 10s\nstate\n"))
    #expect(!(run.output + run.errors).contains("Stub("))
    let recording = try sandbox.read("session.macho")
    let test = try sandbox.run(.externalWorkDriver, "test", "session.macho")
    #expect(test.status == 0, "\(test.output)\(recording)")
    #expect(recording.contains("has no live implementation"), "\(recording)")
  }

  @Test(arguments: ["0ms", "soon", "-1s"])
  func `rejects a step that is no time`(step: String) throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(.externalWorkDriver, "repl", "courier", "--round", step)
    #expect(run.status == 2)
    let line = try sandbox.run(
      .externalWorkDriver, ["repl", "courier", "--context", "live"],
      input: .text("record start a.macho --round \(step)\n"))
    #expect(line.status == 1, "\(line.output)")
  }

  @Test func `is recorded from the current state, or from its beginning if necessary`() throws {
    let (sandbox, _) = try record(
      """
      send heard("before")
      record stop
      record start state.macho
      send heard("after")
      record stop
      send nap(60000)
      record start whole.macho
      send heard("last")
      record start other.macho
      record stop
      record stop
      save all.macho
      save all.macho
      save all.macho --overwrite
      record start all.macho/x.macho

      """)
    let state = try sandbox.read("state.macho")
    #expect(
      state.hasPrefix(
        "#!macho 1\nfeature courier\nstart Courier.State(letters: [\"before\"], failures: []"))
    #expect(!state.contains("send heard(\"before\")"))
    #expect(try sandbox.read("whole.macho").contains("\nsend heard(\"before\")\n"))
    #expect(try sandbox.read("all.macho").hasSuffix("\n! [running-effects] finish\n"))
    let test = try sandbox.run(.externalWorkDriver, "test", "--strict", ".")
    #expect(test.status == 0, "\(test.output)")
    #expect(test.output.hasSuffix("4 passed\n"), "\(test.output)")
  }

  @Test func `redacts secrets in a recording, which still passes`() throws {
    let (sandbox, recording) = try record(
      "send heard(\"sk-123\")\nsend listen(\"hidden\")\nsettle within 10s\nstate\n",
      "--redact", "sk-[0-9]+", "--redact", "hidden")
    #expect(!recording.contains("sk-123"))
    #expect(!recording.contains("hidden"))
    #expect(recording.contains("send heard(\"redacted-1\")\n"))
    let test = try sandbox.run(.externalWorkDriver, "test", "--strict", "session.macho")
    #expect(test.status == 0, "\(test.output)\(recording)")
  }

  @Test func `is a valid recording at every moment`() throws {
    let (sandbox, recording) = try record(
      "send stamp\nsend nap(60000)\nsend listen(\"rain\")\nsettle within 50ms\n")
    // A killed process loses what follows the last complete line.
    var lines = recording.split(separator: "\n", omittingEmptySubsequences: false)
    let commands = lines.indices.filter { !lines[$0].hasPrefix("|") && !lines[$0].isEmpty }
    for (number, start) in commands.enumerated().reversed().prefix(6) where number > 0 {
      lines = Array(lines[..<start])
      let text = lines.joined(separator: "\n") + "\nexhaustive off\n"
      try sandbox.write(text, to: "cut.macho")
      let test = try sandbox.run(.externalWorkDriver, "test", "cut.macho")
      #expect(test.status == 0, "\(test.output)\(text)")
    }
  }

  @Test func `can be recorded only at a prompt`() throws {
    let sandbox = try Sandbox([
      "a.macho": "feature hops\n! [not-supported] record start x\n! [not-supported] save x\n"
    ])
    #expect(try sandbox.run(.externalWorkDriver, "test", "a.macho").status == 0)
    #expect(throws: (any Error).self) { try sandbox.read("x") }
    let repl = try sandbox.run(.externalWorkDriver, "repl", "--redact", "(")
    #expect(repl.status == 2)
    #expect(repl.errors.contains("bad-regex: invalid regular expression '('"))
  }
}
