@testable import MachoTerminal

/// A prompt at a pseudoterminal.
struct Prompt: ~Copyable {
  let terminal: Pseudoterminal
  let source: EditorSource
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
    source = EditorSource(configuration)
    source.start { [deliveries] in deliveries.post($0) }
  }

  deinit { source.close() }

  /// Asks for a line and waits for the prompt.
  func ask() throws {
    source.requestLine(prompt: "> ")
    try terminal.waitForPrompt("> ")
  }

  func answer() throws -> TerminalInput { try deliveries.next() }
}
