import Testing

@testable import MachoTerminal

extension EditorTests {
  @Suite struct `Tab` {
    @Test func `inserts a unique match and shows nothing else`() throws {
      let prompt = try Prompt { $0.completer = words(["increment", "fact("], detail: "(String)") }
      try prompt.requestLine()
      prompt.terminal.type("send inc\t")
      try prompt.terminal.waitForPrompt("> send increment")
      #expect(prompt.terminal.screen.rowTexts == ["> send increment"])
      prompt.terminal.type("\r")
      try prompt.expect(.line("send increment"))
    }

    @Test func `inserts the common prefix of all matches and shows them below the line`() throws {
      let prompt = try Prompt { $0.completer = words(["日本一(", "日本語"], detail: "a type") }
      try prompt.requestLine()
      prompt.terminal.type("send 日 x\u{2}\u{2}")
      prompt.terminal.type("\t")
      try prompt.terminal.waitUntil("menu and line") {
        $0.rowTexts == ["> send 日本 x", "日本一(   a type", "日本語    a type"]
          && $0.cursorRow == 0 && $0.cursorColumn == 11
      }
      prompt.terminal.type("語")
      try prompt.terminal.waitUntil("the line alone") { $0.rowTexts == ["> send 日本語 x"] }
      prompt.terminal.type("\t\r")
      try prompt.expect(.line("send 日本語 x"))
    }

    @Test(arguments: ["\u{3}", "\u{1}", "\u{1B}[D", " x", "\u{8}", "\t\u{1B}OC"])
    func `shows a menu that leaves the screen at the next key`(key: String) throws {
      let prompt = try Prompt { $0.completer = words((1...9).map { "item\($0)" }, detail: "Int") }
      try prompt.requestLine()
      prompt.terminal.type("echo it\t")
      try prompt.terminal.waitForRow("item9   Int")
      prompt.source.print("printed above")
      try prompt.terminal.waitUntil("text, line and menu") {
        $0.rowTexts.count == 11 && $0.rowTexts[1] == "> echo item" && $0.cursorRow == 1
      }
      prompt.terminal.type(key)
      // The menu leaves the screen before the line is drawn again.
      try prompt.terminal.waitUntil("the text and the line, no menu") { screen in
        let rows = screen.rowTexts
        return rows.count == 2 && rows[0] == "printed above" && rows[1].hasPrefix("> echo ite")
      }
    }

    @Test func `shows as much of a menu as fits below a long line`() throws {
      let prompt = try Prompt(Pseudoterminal(columns: 30, rows: 8)) {
        $0.completer = words((1...30).map { "item\($0)" }, detail: "Int")
      }
      try prompt.requestLine()
      prompt.terminal.type("echo " + String(repeating: "日", count: 20) + " item\t")
      try prompt.terminal.waitUntil("a menu of four rows") {
        $0.rowTexts.count == 6 && $0.rowTexts[5] == "... and 27 more rows" && $0.cursorRow == 1
      }
      prompt.terminal.type("1\r")
      try prompt.expect(.line("echo " + String(repeating: "日", count: 20) + " item1"))
      try prompt.terminal.waitUntil("no menu") { !$0.text.contains("more rows") }
    }

    @Test func `does not change the line if nothing matches`() throws {
      let prompt = try Prompt { $0.completer = words(["increment"]) }
      try prompt.requestLine()
      prompt.terminal.type("send x\ty\r")
      try prompt.expect(.line("send xy"))
      #expect(prompt.terminal.screen.rowTexts.count <= 1)
    }

    @Test func `passes the earlier lines of the entry to the completer`() throws {
      let requests = Deliveries()
      let prompt = try Prompt { configuration in
        configuration.entryBoundary = .parentheses
        configuration.completer = { request, reply in
          requests.post(.line("\(request.line)|\(request.cursor)"))
          reply([.init(replacing: 8..<10, text: "increment)")])
        }
      }
      try prompt.requestLine()
      prompt.terminal.type("send f(\r")
      try prompt.terminal.waitForPrompt("...> ")
      prompt.terminal.type("in\t")
      #expect(try requests.next() == .line("send f(\nin|10"))
      prompt.terminal.type("\r")
      try prompt.expect(.line("send f(\nincrement)"))
    }

    @Test func `waits for a late reply and shows printed text meanwhile`() throws {
      let asked = Deliveries()
      let replies = Replies()
      let prompt = try Prompt { configuration in
        configuration.completer = { _, reply in
          replies.add(reply)
          asked.post(.interrupted)
        }
      }
      try prompt.requestLine()
      prompt.terminal.type("inc\t")
      _ = try asked.next()
      prompt.source.print("late")
      try prompt.terminal.waitUntil("text and line") { $0.rowTexts == ["late", "> inc"] }
      replies.sendAll([.init(replacing: 0..<3, text: "increment")])
      try prompt.terminal.waitForPrompt("> increment")
    }

    @Test func `is cancelled by Ctrl-C`() throws {
      let asked = Deliveries()
      let prompt = try Prompt { $0.completer = { _, _ in asked.post(.interrupted) } }
      try prompt.requestLine()
      prompt.terminal.type("inc\t")
      _ = try asked.next()
      prompt.terminal.type("\u{3}")
      try prompt.expect(.interrupted)
    }

    @Test func `does not prevent the source from closing`() throws {
      let asked = Deliveries()
      let prompt = try Prompt { $0.completer = { _, _ in asked.post(.interrupted) } }
      try prompt.requestLine()
      prompt.terminal.type("inc\t")
      _ = try asked.next()
      prompt.source.close()
      #expect(prompt.terminal.isCooked)
    }
  }
}

/// Returns a completer for the word before the cursor.
private func words(_ words: [String], detail: String = "") -> Completer {
  { request, reply in
    let before = request.line.substring(utf8: 0..<request.cursor) ?? ""
    let word = before.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
    let range = (request.cursor - word.utf8.count)..<request.cursor
    reply(
      words.filter { $0.hasPrefix(word) }
        .map { CompletionItem(replacing: range, text: $0, detail: detail) })
  }
}
