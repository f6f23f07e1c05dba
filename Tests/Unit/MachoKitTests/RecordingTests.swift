import Testing

@Suite struct `A transcript` {
  /// Mistakes, a late answer, a failing expectation, undo, continued lines, Japanese.
  private static let session = """
    send incrementButtonTapped
    send incrementButonTapped
    stub numberFact.fetch(1) pending
    send factButtonTapped
    send incrementButtonTapped
    answer numberFact.fetch(1) -> "1は最初の数です。"
    receive factResponse.success
    expect count == 5
    expect count == 2
    effects
    undo
    redo
    undo 2
    send factResponse(
      .success(
        "日本語の\\"テキスト\\"、二行\\n目"
      )
    )
    send factResponse(.failure(error("圏外")))
    state
    receive factResponse.success
    sned x
    ! [no-such-case] send 存在しない
    expect fact contains "日本"
    help send
    history

    """

  @Test func `of --record passes unchanged`() throws {
    let sandbox = try Sandbox()
    let repl = try sandbox.run(
      .macho, "repl", "counter", "--record", "session.macho", input: .text(Self.session))
    #expect(repl.status == 1)
    #expect(repl.errors == "")
    let recording = try sandbox.read("session.macho")
    #expect(recording.hasPrefix("#!macho 1\nfeature counter\n"))
    #expect(recording.contains("\n! [no-such-case] send incrementButonTapped\n"))
    #expect(recording.contains("\n! [expect-failed] expect count == 5\n"))
    #expect(recording.contains("\nanswer numberFact.fetch(1) -> \"1は最初の数です。\"\nreceive "))
    #expect(recording.contains("\n  .success(\n    \"日本語の"))
    let test = try sandbox.run(.macho, "test", "--strict", "session.macho")
    #expect(test.status == 0, "\(test.output)")
    #expect(test.output.hasPrefix("PASS session.macho ("))
  }

  @Test func `of run passes unchanged and is a fixed point`() throws {
    let sandbox = try Sandbox(["session.macho": "feature counter\n" + Self.session])
    let first = try sandbox.run(.macho, "run", "session.macho")
    #expect(first.status == 2, "a line of it has no verb")
    try sandbox.write(first.output, to: "first.macho")
    let test = try sandbox.run(.macho, "test", "--strict", "first.macho")
    #expect(test.status == 0, "\(test.output)")
    let second = try sandbox.run(.macho, "run", "first.macho")
    #expect(second.status == 0)
    #expect(second.output == first.output)
  }

  @Test func `of run on a gallery feature passes unchanged and is a fixed point`() throws {
    let sandbox = try Sandbox([
      "late.macho": """
      feature counter

      ## a late fact
      stub numberFact.fetch(0) -> "0は偶数。" after 300ms
      send factButtonTapped
      effects
      advance
      expect fact contains "偶数"
      ! receive factResponse.failure

      """
    ])
    let first = try sandbox.run(.macho, "run", "late.macho")
    try sandbox.write(first.output, to: "first.macho")
    #expect(try sandbox.run(.macho, "test", "--strict", "first.macho").status == 0)
    #expect(try sandbox.run(.macho, "run", "first.macho").output == first.output)
  }

  @Test(arguments: [
    // An effect is still in flight.
    "stub numberFact.fetch(0) pending\nsend factButtonTapped\n",
    // An unstubbed call in the test context.
    "context test\nsend factButtonTapped\n",
    // An unused stub.
    "stub numberFact.fetch(0) -> \"\"\n",
    "send incrementButtonTapped\nfinish\n", "exhaustive off\nsend factButtonTapped\nquit\n",
    "strict on\nstate\n", "quit\nsend incrementButtonTapped\n", "start State(count: 41)\nstate\n",
    "! send incrementButtonTapped\n", "[macos] send incrementButtonTapped\n",
    "[nowhere] send incrementButtonTapped\n", "undo\nredo\n", "send \"\n", "send (\n", "| x\n",
    // Features of the language besides stores: captures, several stores, actions of a store not in
    // use.
    "send incrementButtonTapped\nlet n = count\nexpect count == $n\necho $n and $m\n",
    "feature counter as left\nfeature counter as right\nsend incrementButtonTapped\nuse left\nstate\n",
    "feature counter as left\nfeature counter as right\nstub numberFact.fetch -> \"x\" after 1s\n"
      + "send factButtonTapped\nuse left\nadvance 1s\n",
    "send incrementButtonTapped\ndiff 0 1\nreset\nreset all\nstate\nxfail \"x\"\ntimeout 1s\n",
    "source nowhere\nreceive unordered _, _\nrun-clock\nrequires macos\n",
    "# comment\n\n", "feature countr\nfeature counter\nstate\n", "send \0\n", "\u{FEFF}state\n",
  ])
  func `of any session passes unchanged`(session: String) throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run(
      .macho, "repl", "counter", "--record", "session.macho", input: .text(session))
    let test = try sandbox.run(.macho, "test", "--strict", "session.macho")
    let recording = try sandbox.read("session.macho")
    #expect(test.status == 0, "\(test.output)\(recording)")
  }

  @Test func `of a line that failed with another code passes unchanged`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run(
      .macho, "repl", "counter", "--record", "session.macho",
      input: .text("! [usage] send incrementButonTapped\n"))
    let test = try sandbox.run(.macho, "test", "--strict", "session.macho")
    #expect(test.status == 0)
    #expect(try sandbox.read("session.macho").contains("\n! [no-such-case] send incrementBu"))
  }

  @Test func `retains comments and phases in order`() throws {
    let session = """
      # about
      feature counter

      ## up
      # before
      send incrementButtonTapped
      expect count == @file("a")
      # after

      ## end

      """
    let sandbox = try Sandbox(["session.macho": session + "\n-- a --\n1\n"])
    let run = try sandbox.run(.macho, "run", "session.macho")
    let commands = run.output.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("|") }.joined(separator: "\n")
    #expect(commands == "#!macho 1\n" + session + "\n-- a --\n1\n")
    try sandbox.write(run.output, to: "again.macho")
    #expect(try sandbox.run(.macho, "run", "again.macho").output == run.output)

    _ = try sandbox.run(
      .macho, "repl", "--record", "recording.macho", input: .text("#!macho 1\n" + session))
    let recording = try sandbox.read("recording.macho")
    #expect(
      recording.hasPrefix("#!macho 1\n# about\nfeature counter\ncontext preview\n\n## up\n# b"))
    #expect(recording.hasSuffix("\n# after\n\n## end\n"))
    #expect(try sandbox.run(.macho, "test", "--strict", "recording.macho").status == 0)
  }

  @Test(arguments: ["unwrapNil", "overflowStack", "exit(status: 0)"])
  func `of --record contains a crashed line as a comment`(action: String) throws {
    let sandbox = try Sandbox()
    let repl = try sandbox.run(
      .externalWorkDriver, "repl", "traps", "--record", "session.macho",
      input: .text("send increment\nhelp state\nsned x\nsend \(action)\nstate\n"))
    let recording = try sandbox.read("session.macho")
    #expect(recording.hasPrefix("#!macho 1\nfeature traps\nsend increment\n| "))
    #expect(recording.contains("\n! [unknown-verb] sned x\n| "))
    #expect(!recording.contains("\nhelp"))
    // A sanitizer handles an overflow first, with too little stack left to restart the program.
    guard !(Sanitizer.isOn && action == "overflowStack") else { return }
    #expect(recording.contains("\n# send \(action)\nstate\n"))
    let test = try sandbox.run(.externalWorkDriver, "test", "session.macho")
    #expect(test.status == 0)
    #expect(repl.status == 4)
    #expect(repl.errors.contains("macho: the process crashed at this line:  send \(action)\n"))
    #expect(repl.errors.contains("macho: the recording up to that point: session.macho\n"))
  }

  @Test func `of --record contains a long line in full, a crash message its start`() throws {
    let line = "send unwrapNil" + String(repeating: " ", count: 100_000)
    let long = "! [no-such-case] send " + String(repeating: "é", count: 100_000)
    let sandbox = try Sandbox()
    let repl = try sandbox.run(
      .externalWorkDriver, "repl", "traps", "--record", "session.macho",
      input: .text("send increment\n\(long)\n\(line).\n\(line)\n"))
    #expect(try sandbox.read("session.macho").contains("\n\(long)\n"))
    #expect(repl.errors.contains("macho: the process crashed at this line:  send unwrapNil"))
    #expect(repl.errors.split(separator: "\n").allSatisfy { $0.utf8.count < 4096 })
  }

  @Test func `of run ends with the line that crashed`() throws {
    let sandbox = try Sandbox([
      "trap.macho": "feature traps\nsend increment\n\nsend unwrapNil\nstate\n"
    ])
    let run = try sandbox.run(.externalWorkDriver, "run", "trap.macho")
    #expect(run.status == nil || Sanitizer.isOn)
    #expect(run.output.hasSuffix("| + Traps.State(count: 1)\n\nsend unwrapNil\n"))
    #expect(
      run.errors.contains("macho: the process crashed at trap.macho:4:  send unwrapNil\n"))
  }

  #if MACHO_LINUX
    // Elsewhere work begins at once, in scripts too.
    @Test(arguments: [
      ("--record session.macho", ""), ("", "record start session.macho\n"),
    ])
    func `of a recording passes although scripts hold work that a prompt starts`(
      options: String, start: String
    ) throws {
      let sandbox = try Sandbox()
      let repl = try sandbox.run(
        .externalWorkDriver, ["repl", "waits"] + options.split(separator: " ").map(String.init),
        input: .text(start + "send log\neffects\nsend feed(1)\nstate\n"))
      #expect(repl.status == 0)
      #expect(
        repl.output.hasSuffix("line 5 cannot be repeated: its output differs; it is a comment\n"))
      #expect(
        try sandbox.read("session.macho").contains(
          """

          # line 5 cannot be repeated: its output differs
          # effects
          # | (no effects)
          send feed(1)

          """))
      let test = try sandbox.run(.externalWorkDriver, "test", "session.macho")
      #expect(test.status == 0, "\(test.output)")
    }
  #endif

  @Test func `of --record can be written to a device`() throws {
    let repl = try Sandbox().run(
      .macho, "repl", "counter", "--record", "/dev/null", input: .text("help\nstate\nquit\n"))
    #expect(repl.status == 0)
    #expect(repl.errors == "")
  }
}
