import Foundation
import Testing

@Suite struct `Ctrl-C while a line runs` {
  @Test func `interrupts settle, and the session continues`() throws {
    let sandbox = try Sandbox()
    let terminal = try Terminal(
      .externalWorkDriver, "repl", "listener", "--record", "session.macho", in: sandbox)
    try terminal.waitForPrompt("listener> ")
    terminal.type("send listen(for: \"x\")\r")
    try terminal.waitUntil("the effect") { $0.texts.contains("(No state changes)") }
    try terminal.waitForPrompt("listener> ")
    try terminal.run("settle within 1h")
    terminal.signal(SIGINT)
    try terminal.waitUntil("the end of the wait") { screen in
      screen.texts.contains { $0.hasPrefix("interrupted: ") } && screen.texts.last == "listener>"
    }
    // A single prompt: the signal prints no second one.
    #expect(terminal.screen.texts.count { $0 == "listener>" } == 1)

    // The effect is still in flight and still receives the signal.
    terminal.signal(SIGUSR2)
    try terminal.waitUntil("what was heard") { $0.texts.contains("receive heard(\"x\")") }
    terminal.type("quit\r")
    #expect(try terminal.waitForExit() == 0)
    // A script cannot repeat an interrupt.
    let recording = try sandbox.read("session.macho")
    #expect(recording.contains("# interrupted:\n# settle within 1h\n"))
  }

  // With the thread sanitizer, no signal reaches a loop without calls.
  @Test(.disabled(if: Sanitizer.isThread))
  func `ends a line that does not stop, and the session continues`() throws {
    let terminal = try Terminal(.externalWorkDriver, "repl", "traps", in: Sandbox())
    try terminal.waitForPrompt("traps> ")
    try terminal.run("send loopForEver")
    terminal.signal(SIGINT)
    try terminal.waitUntil("a report") { screen in
      screen.texts.contains("interrupted: the line did not stop") && screen.texts.last == "traps>"
    }
    try terminal.run("send loopForEver")
    terminal.signal(SIGQUIT)
    #expect(try terminal.waitForSignal() == SIGQUIT)
  }
}

extension Terminal {
  /// Types a line and waits until the cursor is below it: from then on it runs.
  func run(_ line: String) throws {
    type(line + "\r")
    try waitUntil("the line's own row is done") { screen in
      let row = screen.texts.lastIndex { $0.hasSuffix("> " + line) }
      return row.map { screen.cursor.row > $0 } ?? false
    }
  }
}
