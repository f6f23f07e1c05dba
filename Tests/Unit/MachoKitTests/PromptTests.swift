import Foundation
import Testing

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

  @Test func `shows the types of an action's payload`() throws {
    let terminal = try Terminal(.macho, "repl", "counter", in: Sandbox())
    try terminal.waitForPrompt("counter> ")
    terminal.type("send \t")
    try terminal.waitUntil("the types") { screen in
      screen.texts.contains { $0.contains("factResponse(Result<String, any Error>)") }
        && screen.texts.contains { $0.contains("decrementButtonTapped") }
    }
    try terminal.waitUntil("the line above them") { screen in
      let line = screen.texts.firstIndex(of: "counter> send")
      return line.map { screen.texts[$0 + 1].hasPrefix("incrementButtonTapped ") } == true
    }
  }

  @Test func `marks a mistyped action and suggests the right one`() throws {
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

  @Test func `preserves a half-typed line when external input arrives`() throws {
    // Without styles there is no suggestion after the line.
    let terminal = try Terminal(
      .externalWorkDriver, "repl", "listener", "--color", "never", in: Sandbox())
    try terminal.waitForPrompt("listener> ")
    terminal.type("send listen(for: \"外から\")\r")
    try terminal.waitUntil("the effect") { $0.texts.contains("(No state changes)") }
    try terminal.waitForPrompt("listener> ")
    terminal.type("send sto")
    try terminal.waitForPrompt("listener> send sto")

    // The effect receives its signal only now, while the line is half typed.
    terminal.signal(SIGUSR2)
    try terminal.waitUntil("what arrived, and the line below it") { screen in
      screen.texts.contains("receive heard(\"外から\")") && screen.texts.last == "listener> send sto"
    }
    try terminal.waitForPrompt("listener> send sto")
    // The line appears once on the screen.
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

  @Test func `survives a crash of external input, with the terminal's modes`() throws {
    let sandbox = try Sandbox()
    let terminal = try Terminal(
      .externalWorkDriver, "repl", "listener", "--record", "session.macho", "--color", "never",
      in: sandbox)
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
      screen.texts.contains("no line was running; the state after the last line is back")
    }
    try terminal.waitForPrompt("listener> ")
    #expect(terminal.modes == before)
    terminal.type("state hasStopped\r")
    try terminal.waitUntil("the state") { $0.texts.contains("false") }
    terminal.type("quit\r")
    #expect(try terminal.waitForExit() == 0)
    #expect(try sandbox.read("session.macho").contains("send listen(for: \"\")"))
  }

  @Test(arguments: ["/dev/null/history", "."])
  func `warns once if the history cannot be stored, and continues`(path: String) throws {
    let sandbox = try Sandbox()
    let terminal = try Terminal(.macho, "repl", "counter", in: sandbox, history: path)
    try terminal.waitForPrompt("counter> ")
    terminal.type("send inc\t\r")
    try terminal.waitUntil("what it did") { $0.texts.contains("+   count: 1,") }
    try terminal.waitForPrompt("counter> ")
    // Ctrl-P: the entry is retained in memory.
    terminal.type("\u{10}")
    try terminal.waitForPrompt("counter> send incrementButtonTapped")
    #expect(
      terminal.screen.texts[0].hasPrefix("macho: the history is not saved: \(path)"))
    #expect(terminal.screen.texts.count { $0.contains("the history") } == 1)
    terminal.type("\u{3}quit\r")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func `discards a line on Ctrl-C and exits on Ctrl-D`() throws {
    let terminal = try Terminal(.macho, "repl", "counter", in: Sandbox())
    try terminal.waitForPrompt("counter> ")
    terminal.type("send 日本\u{3}")
    try terminal.waitUntil("the next prompt") { screen in
      screen.texts == ["counter> send 日本^C", "counter>"]
    }
    // If something is typed, Ctrl-D does not exit.
    terminal.type("x\u{4}\u{7F}expect count == 0\r")
    try terminal.waitUntil("a line that passed") { screen in
      screen.texts.suffix(3) == ["counter> expect count == 0", "✓", "counter>"]
    }
    terminal.type("\u{4}")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func `exits with 0 at a terminal even after mistyped lines`() throws {
    let terminal = try Terminal(.macho, "repl", "counter", in: Sandbox())
    try terminal.waitForPrompt("counter> ")
    terminal.type("sned x\r")
    try terminal.waitUntil("the error") { screen in
      screen.texts.contains { $0.contains("unknown-verb: ") } && screen.texts.last == "counter>"
    }
    terminal.type("quit\r")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func `records the session as a passing script`() throws {
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

@Suite struct `An invalid script that a client sources` {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(["bad.macho": "frob\u{1B}[31mnicate\n"]) }

  @Test(arguments: [
    ("repl", "feature counter\nsource bad.macho\n"),
    ("serve", "1 feature counter\n2 source bad.macho\n"),
  ])
  func `is quoted without its control characters`(subcommand: String, input: String) throws {
    let output = try sandbox.run(.macho, subcommand, input: .text(input)).output
    #expect(output.contains("frob\\x1B[31mnicate"))
    #expect(!output.contains("\u{1B}"))
  }
}
