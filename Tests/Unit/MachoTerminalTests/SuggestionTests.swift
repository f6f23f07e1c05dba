import Testing

@testable import MachoTerminal

extension EditorTests {
  @Suite struct `A suggestion after the line` {
    private func makePrompt(_ configure: (inout LineSourceConfiguration) -> Void = { _ in }) throws
      -> Prompt
    {
      try Prompt { configuration in
        configuration.hinter = { request, reply in
          let word = request.line.split(separator: " ").last ?? ""
          guard "incrementButton(".hasPrefix(word), word != request.line else {
            return reply(Hint(text: "nothing"))
          }
          reply(Hint(suggestion: String("incrementButton(".dropFirst(word.count)), text: "a hint"))
        }
        configure(&configuration)
      }
    }

    @Test(arguments: ["\u{1B}[C", "\u{1B}OC", "\u{6}", "\u{5}", "\u{1B}[F", "\u{1B}[4~"])
    func `becomes part of the line if a key accepts it`(key: String) throws {
      let prompt = try makePrompt()
      try prompt.requestLine()
      prompt.terminal.type("send inc")
      try prompt.terminal.waitUntil("the hint after the cursor") {
        $0.rowTexts.contains("> send incrementButton(") && $0.cursorColumn == 10
      }
      prompt.terminal.type(key)
      try prompt.terminal.waitUntil("the cursor after it") { $0.cursorColumn == 23 }
      prompt.terminal.type("\r")
      try prompt.expect(.line("send incrementButton("))
    }

    @Test func `is not part of the line otherwise`() throws {
      let prompt = try makePrompt()
      try prompt.requestLine()
      prompt.terminal.type("send inc")
      try prompt.terminal.waitForRow("> send incrementButton(")
      prompt.terminal.type("\r")
      try prompt.expect(.line("send inc"))
      try prompt.terminal.waitUntil("the line alone") { $0.rowTexts == ["> send inc"] }
    }

    @Test func `is accepted at the end of the line only`() throws {
      let prompt = try makePrompt()
      try prompt.requestLine()
      prompt.terminal.type("send inc")
      try prompt.terminal.waitForRow("> send incrementButton(")
      prompt.terminal.type("\u{2}\u{2}")
      try prompt.terminal.waitUntil("the line alone") { $0.rowTexts == ["> send inc"] }
      prompt.terminal.type("\u{1B}[C\u{1B}[C\r")
      try prompt.expect(.line("send inc"))
    }

    @Test func `is not shown without styles`() throws {
      let prompt = try makePrompt { $0.usesStyles = false }
      try prompt.requestLine()
      prompt.terminal.type("send inc")
      try prompt.terminal.waitForPrompt("> send inc")
      prompt.terminal.type("\u{5}\r")
      try prompt.expect(.line("send inc"))
    }
  }
}
