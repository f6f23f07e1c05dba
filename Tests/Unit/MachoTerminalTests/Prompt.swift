import Testing

@testable import MachoTerminal

/// A line editor on a pseudoterminal.
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

  /// Requests a line and waits for the prompt.
  func requestLine() throws {
    // Otherwise a prompt that is still to be read could be taken for the requested one. What is typed
    // then reaches the terminal before its editing modes, where Ctrl-C drops it.
    try terminal.readAllOutput()
    source.requestLine(prompt: "> ")
    try terminal.waitForPrompt("> ")
  }

  /// Checks the next delivered input.
  func expect(_ input: TerminalInput, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let delivered = try deliveries.next()
    #expect(delivered == input, sourceLocation: sourceLocation)
  }
}
