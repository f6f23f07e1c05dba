import MachoLocks
import Testing

@testable import MachoTerminal

// Serialized, because signals and the C library's locale are process-wide.
@Suite(.serialized) struct EditorTests {
}

extension EditorTests {
  @Suite struct `The line editor` {
    @Test func `delivers typed lines`() throws {
      let prompt = try Prompt()
      try prompt.requestLine()
      prompt.terminal.type("send increment\r")
      try prompt.expect(.line("send increment"))
    }

    @Test func `edits Japanese text and emoji by characters`() throws {
      let prompt = try Prompt()
      try prompt.requestLine()
      prompt.terminal.type("日本語テキスト🎉")
      try prompt.terminal.waitForPrompt("> 日本語テキスト🎉")
      // Left twice, backspace, and one inserted character.
      prompt.terminal.type("\u{2}\u{2}\u{7F}を")
      try prompt.terminal.waitForRow("> 日本語テキをト🎉")
      prompt.terminal.type("\r")
      try prompt.expect(.line("日本語テキをト🎉"))
    }

    @Test func `discards the line on Ctrl-C and continues`() throws {
      let prompt = try Prompt()
      try prompt.requestLine()
      prompt.terminal.type("send inc\u{3}")
      try prompt.expect(.interrupted)
      try prompt.terminal.waitForRow("> send inc^C")
      try prompt.requestLine()
      prompt.terminal.type("state\r")
      try prompt.expect(.line("state"))
    }

    @Test func `ends the input on Ctrl-D if the line is empty`() throws {
      let prompt = try Prompt()
      try prompt.requestLine()
      prompt.terminal.type("x\u{4}\u{7F}")
      try prompt.terminal.waitForPrompt("> ")
      prompt.terminal.type("\u{4}")
      try prompt.expect(.endOfInput)
      #expect(prompt.terminal.isCooked)
    }

    @Test func `restores the terminal modes when it is closed while a line is edited`()
      throws
    {
      let prompt = try Prompt()
      try prompt.requestLine()
      prompt.terminal.type("half")
      try prompt.terminal.waitForPrompt("> half")
      #expect(!prompt.terminal.isCooked)
      prompt.source.close()
      #expect(prompt.terminal.isCooked)
    }

    @Test func `erases the prompt of a cancelled request`() throws {
      let prompt = try Prompt()
      prompt.source.showStatus("status")
      try prompt.requestLine()
      prompt.source.cancelRequest()
      try prompt.expect(.cancelled)
      #expect(prompt.terminal.isCooked)
      prompt.source.print("after")
      try prompt.terminal.waitForRow("after")
      #expect(prompt.terminal.screen.rowTexts == ["after"])
      // Requests after it are not cancelled.
      try prompt.requestLine()
      prompt.terminal.type("state\r")
      try prompt.expect(.line("state"))
    }

    @Test func `finishes the typed line of a cancelled request`() throws {
      let prompt = try Prompt()
      try prompt.requestLine()
      prompt.terminal.type("send")
      try prompt.terminal.waitForPrompt("> send")
      prompt.source.cancelRequest()
      prompt.terminal.type(" x\r")
      try prompt.expect(.line("send x"))
      try prompt.requestLine()
      prompt.terminal.type("y")
      try prompt.terminal.waitForPrompt("> y")
      prompt.source.cancelRequest()
      // As soon as the line is empty.
      prompt.terminal.type("\u{7F}")
      try prompt.expect(.cancelled)
    }

    @Test func `shows printed text above a partially typed line`() throws {
      let prompt = try Prompt()
      try prompt.requestLine()
      prompt.terminal.type("send 日本")
      try prompt.terminal.waitForPrompt("> send 日本")
      prompt.source.print("receive fact(\"42\")\nsecond row")
      try prompt.terminal.waitForPrompt("> send 日本")
      try prompt.terminal.waitForRow("second row")
      try prompt.terminal.waitForPrompt("> send 日本")
      #expect(
        prompt.terminal.screen.rowTexts == ["receive fact(\"42\")", "second row", "> send 日本"])
      prompt.terminal.type("語\r")
      try prompt.expect(.line("send 日本語"))
    }

    @Test(arguments: [17, 18, 19, 20, 37, 38, 39, 57])
    func `shows printed text above a line of several rows`(length: Int) throws {
      let prompt = try Prompt(Pseudoterminal(columns: 20, rows: 12))
      try prompt.requestLine()
      let typed = String(repeating: "abcdefghij", count: 6).prefix(length)
      prompt.terminal.type(String(typed))
      let whole = "> " + typed
      func rows(_ screen: Screen) -> String { screen.rowTexts.joined() }
      try prompt.terminal.waitUntil("the line") { rows($0) == whole }
      prompt.source.print("late")
      try prompt.terminal.waitUntil("the text and the line") { rows($0) == "late" + whole }
      #expect(prompt.terminal.screen.rowTexts.first == "late")
      prompt.terminal.type("!")
      try prompt.terminal.waitUntil("the next key") { rows($0) == "late" + whole + "!" }
      prompt.terminal.type("\r")
      try prompt.expect(.line(typed + "!"))
    }

    @Test func `prints in order, before, during and after a line`() throws {
      let prompt = try Prompt()
      prompt.source.print("before\n")
      try prompt.requestLine()
      for number in 1...3 { prompt.source.print("during \(number)") }
      prompt.terminal.type("x\r")
      try prompt.expect(.line("x"))
      prompt.source.print("after")
      try prompt.terminal.waitForRow("after")
      let texts = prompt.terminal.screen.rowTexts.filter { !$0.hasPrefix(">") }
      #expect(texts == ["before", "during 1", "during 2", "during 3", "after"])
    }

    @Test func `continues the entry while a delimiter is open`() throws {
      let prompt = try Prompt { $0.entryBoundary = .parentheses }
      try prompt.requestLine()
      prompt.terminal.type("send f(\r")
      try prompt.terminal.waitForPrompt("...> ")
      prompt.terminal.type("1)\r")
      try prompt.expect(.line("send f(\n1)"))

      try prompt.requestLine()
      prompt.terminal.type("send g(\r")
      try prompt.terminal.waitForPrompt("...> ")
      prompt.terminal.type("\u{3}")
      try prompt.expect(.interrupted)

      // The history has the whole entry, which can be edited.
      try prompt.requestLine()
      prompt.terminal.type("\u{10}")
      try prompt.terminal.waitForPrompt("1)")
      prompt.terminal.type("\r")
      try prompt.expect(.line("send f(\n1)"))
    }

    @Test func `delivers an incomplete entry on Ctrl-D`() throws {
      let prompt = try Prompt { $0.entryBoundary = .parentheses }
      try prompt.requestLine()
      prompt.terminal.type("send f(\r")
      try prompt.terminal.waitForPrompt("...> ")
      prompt.terminal.type("\u{4}")
      try prompt.expect(.line("send f("))
    }

    @Test func `delivers a SIGINT while no line is requested`() throws {
      let prompt = try Prompt()
      kill(getpid(), SIGINT)
      try prompt.expect(.interruptedWhileIdle)
      try prompt.requestLine()
      prompt.terminal.type("x\r")
      try prompt.expect(.line("x"))
    }

    @Test func `redraws the line when the window is resized`() throws {
      let prompt = try Prompt(Pseudoterminal(columns: 20, rows: 12))
      try prompt.requestLine()
      prompt.terminal.type("abcdefghijklmnop")
      try prompt.terminal.waitForPrompt("> abcdefghijklmnop")
      prompt.terminal.resize(columns: 15, rows: 12)
      kill(getpid(), SIGWINCH)
      prompt.terminal.type("q")
      try prompt.terminal.waitUntil("the line at its new width") {
        $0.rowTexts == ["> abcdefghijklm", "nopq"]
      }
      prompt.source.print("late")
      try prompt.terminal.waitUntil("text and line") {
        $0.rowTexts == ["late", "> abcdefghijklm", "nopq"]
      }
    }

    @Test func `finds an older entry with Ctrl-R`() throws {
      let prompt = try Prompt()
      for line in ["send increment", "state"] {
        try prompt.requestLine()
        prompt.terminal.type(line + "\r")
        try prompt.expect(.line(line))
      }
      try prompt.requestLine()
      prompt.terminal.type("\u{12}inc")
      try prompt.terminal.waitForRow("> send increment")
      prompt.terminal.type("\r")
      try prompt.expect(.line("send increment"))
    }

    @Test func `enters a pasted script line by line`() throws {
      let prompt = try Prompt()
      try prompt.requestLine()
      prompt.terminal.type("one\rtwo\rthree\r")
      for line in ["one", "two", "three"] {
        try prompt.expect(.line(line))
        prompt.source.requestLine(prompt: "> ")
      }
    }
  }
}

extension EntryBoundary {
  /// An entry continues while a parenthesis is open.
  static let parentheses = EntryBoundary {
    var open = 0
    return { line in
      for character in line {
        if character == "(" { open += 1 } else if character == ")" { open -= 1 }
      }
      return open <= 0
    }
  }
}
