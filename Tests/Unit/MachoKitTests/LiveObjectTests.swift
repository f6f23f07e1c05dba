import Testing

/// A live object behaves like a live reducer store: real services, real time, and a recording
/// without either.
@Suite struct `A live object` {
  private static let session = """
    send get("nowhere")
    settle within 10s
    send getLater("later", 60000)
    effects
    send getLater("replaced", 60000)
    send getLater("last", 5)
    settle within 10s
    send forget
    undo
    send getLater("never", 60000)
    state

    """

  @Test func `is recorded as a passing script with stubs, answers and time`() throws {
    let sandbox = try Sandbox()
    // No server listens on this port: the system refuses the request.
    sandbox.environment["DRIVER_SERVER"] = "http://127.0.0.1:9"
    let repl = try sandbox.run(
      .externalWorkDriver, "repl", "mailbox", "--context", "live", "--record", "session.macho",
      input: .text(Self.session))
    let recording = try sandbox.read("session.macho")
    #expect(repl.output.contains("not-supported: a live object cannot be replayed"))
    let test = try sandbox.run(.externalWorkDriver, "test", "--strict", "session.macho")
    #expect(test.status == 0, "\(test.output)\(recording)")
    #expect(!recording.contains("\ncontext live"))
    #expect(!recording.contains("\nsettle"))
    #expect(
      recording.contains(
        "\nstub web.get(\"nowhere\") pending uncancellable\nsend get(\"nowhere\")\n"))
    #expect(recording.contains("\nanswer web.get(\"nowhere\") throws error("))
    #expect(!recording.contains("not-supported"))
    #expect(recording.contains("\nreceive changed(by: #"))
    #expect(recording.contains("\nadvance "))
    #expect(recording.contains("\n! [running-effects] finish\n"))
  }

  @Test func `is recorded with what follows the cancellation of a request`() throws {
    let sandbox = try Sandbox()
    let server = try SilentServer()
    sandbox.environment["DRIVER_SERVER"] = "http://127.0.0.1:\(server.port)"
    let terminal = try Terminal(
      .externalWorkDriver, "repl", "mailbox", "--context", "live", "--record", "session.macho",
      in: sandbox)
    try terminal.waitForPrompt("mailbox> ")
    for line in ["send start(\"slow\")", "send stop"] {
      try terminal.run(line)
      try terminal.waitForPrompt("mailbox> ")
    }
    try terminal.waitUntil("the error") { screen in
      screen.texts.contains { $0.hasPrefix("receive changed(by: ") }
        && screen.texts.last == "mailbox>"
    }
    terminal.type("quit\r")
    #expect(try terminal.waitForExit() == 0)
    let recording = try sandbox.read("session.macho")
    let test = try sandbox.run(.externalWorkDriver, "test", "--strict", "session.macho")
    #expect(test.status == 0, "\(test.output)\(recording)")
    #expect(recording.contains("\nstub web.get(\"slow\") pending uncancellable\nsend start("))
    #expect(
      recording.contains(
        "\nsend stop\n| (No state changes)\nanswer web.get(\"slow\") throws error("))
  }
}
