import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite struct `The prompt at a terminal` {
  @Test func `completes an action on Tab`() throws {
    let terminal = try Terminal(.macho, "repl", "counter", in: Sandbox())
    try terminal.waitForPrompt("counter> ")
    terminal.type("send inc\t")
    try terminal.waitForPrompt("counter> send incrementButtonTapped")
    terminal.type("\r")
    try terminal.waitForPrompt("counter> ")
    #expect(terminal.screen.texts.contains("+   count: 1,"))
  }

  @Test func `shows the types of what an action takes`() throws {
    let terminal = try Terminal(.macho, "repl", "counter", in: Sandbox())
    try terminal.waitForPrompt("counter> ")
    terminal.type("send \t")
    try terminal.waitUntil("the types") { screen in
      screen.texts.contains { $0.contains("factResponse(Result<String, any Error>)") }
        && screen.texts.contains { $0.contains("decrementButtonTapped") }
    }
    // The hint stands behind it.
    try terminal.waitUntil("the line below them") { screen in
      screen.texts.last?.hasPrefix("counter> send factResponse(") == true
    }
  }

  @Test func `points at a mistyped action and suggests the right one`() throws {
    let terminal = try Terminal(.macho, "repl", "counter", in: Sandbox())
    try terminal.waitForPrompt("counter> ")
    terminal.type("send incrementButonTapped\r")
    let message = "no-such-case: CounterFeature.Action has no case 'incrementButonTapped'"
    let rows = [
      "counter> send incrementButonTapped",
      "send incrementButonTapped",
      "     ^^^^^^^^^^^^^^^^^^^^ \(message)",
      "did you mean incrementButtonTapped or decrementButtonTapped?",
      "counter>",
    ]
    try terminal.waitUntil("caret, code and suggestion") { Array($0.texts.suffix(5)) == rows }
  }

  @Test func `leaves a half typed line whole when something arrives`() throws {
    let terminal = try Terminal(.externalWorkDriver, "repl", "listener", in: Sandbox())
    try terminal.waitForPrompt("listener> ")
    terminal.type("send listen(for: \"外から\")\r")
    try terminal.waitUntil("the effect") { $0.texts.contains("(No state changes)") }
    try terminal.waitForPrompt("listener> ")
    terminal.type("send sto")
    try terminal.waitForPrompt("listener> send sto")

    // Only now, when the line is half typed, does the effect get what it waits for.
    terminal.signal(SIGUSR2)
    try terminal.waitUntil("what arrived, and the line below it") { screen in
      screen.texts.contains("receive heard(\"外から\")") && screen.texts.last == "listener> send sto"
    }
    try terminal.waitForPrompt("listener> send sto")
    // The line is nowhere else on the screen, whole or in parts.
    #expect(terminal.screen.texts.count { $0.contains("sto") } == 1)
    #expect(
      terminal.screen.texts.suffix(8) == [
        "receive heard(\"外から\")", "  Listener.State(", "    heard: [",
        "+     [0]: \"外から\"", "    ],", "    hasStopped: false", "  )", "listener> send sto",
      ])

    terminal.type("p\r")
    try terminal.waitUntil("what the line did") { $0.texts.contains("+   hasStopped: true") }
    try terminal.waitForPrompt("listener> ")
    #expect(terminal.screen.texts.contains("listener> send stop"))
  }

  @Test func `gives the terminal its modes back when what arrives crashes`() throws {
    let sandbox = try Sandbox()
    let terminal = try Terminal(
      .externalWorkDriver, "repl", "listener", "--record", "session.macho", in: sandbox)
    try terminal.waitForPrompt("listener> ")
    let before = terminal.modes
    terminal.type("send listen(for: \"\")\r")
    try terminal.waitUntil("the effect") { $0.texts.contains("(No state changes)") }
    try terminal.waitForPrompt("listener> ")
    terminal.type("send sto")
    try terminal.waitForPrompt("listener> send sto")
    #expect(terminal.modes == before)
    #expect(before & tcflag_t(ICANON) == 0)
    terminal.signal(SIGUSR2)
    try terminal.waitUntil("the note") { screen in
      screen.texts.contains("macho: the process crashed while no line ran")
        && screen.texts.contains("macho: the recording up to there is session.macho")
    }
    #expect(terminal.modes & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO))
    // A signal's number, as it is told of a process that did not exit.
    #expect(try terminal.waitForExit() != 0)
  }

  @Test(arguments: ["/dev/null/history", "."])
  func `warns once where the history cannot be kept, and goes on`(path: String) throws {
    let sandbox = try Sandbox()
    let terminal = try Terminal(.macho, "repl", "counter", in: sandbox, history: path)
    try terminal.waitForPrompt("counter> ")
    terminal.type("send inc\t\r")
    try terminal.waitUntil("what it did") { $0.texts.contains("+   count: 1,") }
    try terminal.waitForPrompt("counter> ")
    // Up: it is kept for as long as the prompt is there.
    terminal.type("\u{10}")
    try terminal.waitForPrompt("counter> send incrementButtonTapped")
    #expect(
      terminal.screen.texts[0].hasPrefix("macho: the history is kept in memory only: \(path)"))
    #expect(terminal.screen.texts.count { $0.contains("the history") } == 1)
    terminal.type("\u{3}quit\r")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func `drops a line on Ctrl-C and ends on Ctrl-D`() throws {
    let terminal = try Terminal(.macho, "repl", "counter", in: Sandbox())
    try terminal.waitForPrompt("counter> ")
    terminal.type("send 日本\u{3}")
    try terminal.waitUntil("the next prompt") { screen in
      screen.texts == ["counter> send 日本^C", "counter>"]
    }
    // Where something is typed, Ctrl-D does not end.
    terminal.type("x\u{4}\u{7F}expect count == 0\r")
    try terminal.waitUntil("a line that passed") { screen in
      screen.texts.suffix(2) == ["counter> expect count == 0", "counter>"]
    }
    terminal.type("\u{4}")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func `ends with 0 whatever was mistyped, for it was a person's session`() throws {
    let terminal = try Terminal(.macho, "repl", "counter", in: Sandbox())
    try terminal.waitForPrompt("counter> ")
    terminal.type("sned x\r")
    try terminal.waitUntil("the error") { screen in
      screen.texts.contains { $0.contains("unknown-verb: ") } && screen.texts.last == "counter>"
    }
    terminal.type("quit\r")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func `records what was done, so that it passes`() throws {
    let sandbox = try Sandbox()
    let terminal = try Terminal(
      .macho, "repl", "counter", "--record", "session.macho", in: sandbox)
    try terminal.waitForPrompt("counter> ")
    terminal.type("send inc\t\rsend factButtonTapped\rsend inc\u{3}send factResponse(\r")
    try terminal.waitForPrompt("...> ")
    terminal.type(".success(\"日本語\"))\rsend oops\r\u{4}")
    #expect(try terminal.waitForExit() == 0)
    let recording = try sandbox.read("session.macho")
    #expect(recording.contains("send factResponse(\n.success(\"日本語\"))\n"))
    #expect(recording.contains("! [no-such-case] send oops\n"))
    let test = try sandbox.run(.macho, "test", "--strict", "session.macho")
    #expect(test.status == 0, "\(test.output)")
  }
}
