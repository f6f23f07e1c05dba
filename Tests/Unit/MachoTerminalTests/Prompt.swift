import Testing

@testable import MachoTerminal

/// A prompt at a pseudoterminal.
struct Prompt: ~Copyable {
  let terminal: Pseudoterminal
  let source: EditorLineSource
  let deliveries = Deliveries()

  init(
    _ terminal: Pseudoterminal? = nil, configure: (inout LineSourceConfiguration) -> Void = { _ in }
  ) throws {
    self.terminal = try terminal ?? Pseudoterminal()
    var configuration = LineSourceConfiguration()
    configuration.input = self.terminal.device
    configuration.output = self.terminal.device
    configuration.terminalName = "xterm"
    configuration.readsUserSettings = false
    configure(&configuration)
    source = EditorLineSource(configuration)
    source.start { [deliveries] in deliveries.post($0) }
  }

  deinit { source.close() }

  /// Asks for a line and waits for the prompt.
  func ask() throws {
    // Else the prompt before would be taken for this one: what is on its way is not on the screen.
    try terminal.waitUntil("the end of the line before") { $0.cursorColumn == 0 }
    source.requestLine(prompt: "> ")
    try terminal.waitForPrompt("> ")
  }

  /// Takes what is delivered next.
  func expect(_ input: TerminalInput, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let delivered = try deliveries.next()
    #expect(delivered == input, sourceLocation: sourceLocation)
  }
}
