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
    try terminal.waitForPrompt("counter> send ")
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
    #expect(try terminal.end() == 0)
  }

  @Test func `ends with 0 whatever was mistyped, for it was a person's session`() throws {
    let terminal = try Terminal(.macho, "repl", "counter", in: Sandbox())
    try terminal.waitForPrompt("counter> ")
    terminal.type("sned x\r")
    try terminal.waitUntil("the error") { screen in
      screen.texts.contains { $0.contains("unknown-verb: ") } && screen.texts.last == "counter>"
    }
    terminal.type("quit\r")
    #expect(try terminal.end() == 0)
  }

  @Test func `records what was done, so that it passes`() throws {
    let sandbox = try Sandbox()
    let terminal = try Terminal(
      .macho, "repl", "counter", "--record", "session.macho", in: sandbox)
    try terminal.waitForPrompt("counter> ")
    terminal.type("send inc\t\rsend factButtonTapped\rsend inc\u{3}send factResponse(\r")
    try terminal.waitForPrompt("...> ")
    terminal.type(".success(\"日本語\"))\rsend oops\r\u{4}")
    #expect(try terminal.end() == 0)
    let recording = try sandbox.read("session.macho")
    #expect(recording.contains("send factResponse(\n.success(\"日本語\"))\n"))
    #expect(recording.contains("! [no-such-case] send oops\n"))
    let test = try sandbox.run(.macho, "test", "--strict", "session.macho")
    #expect(test.status == 0, "\(test.output)")
  }
}
