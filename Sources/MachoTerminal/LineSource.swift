import MachoSystem

/// A source of interactive lines, which also prints the output.
///
/// The owner starts a source and requests a line. The source calls `onInput` when the line is
/// complete, on its own thread or, if it has read ahead, within the request. The callback should only
/// forward the input:
///
/// ```swift
/// let source = makeLineSource(configuration)
/// source.start { input in mailbox.post(input) }
/// source.requestLine(prompt: "counter> ")
/// while let input = mailbox.next() {
///   source.print(response(to: input))
///   source.requestLine(prompt: "counter> ")
/// }
/// source.close()
/// ```
package protocol LineSource: AnyObject, Sendable {
  /// Whether the lines are typed at a terminal.
  var isInteractive: Bool { get }

  /// The number of bytes of a file or pipe in the entries delivered so far. 0 at a terminal.
  var consumedCount: Int { get }

  /// Starts delivering input. Called once, before any other method.
  func start(onInput: @escaping @Sendable (TerminalInput) -> Void)

  /// Requests the next entry. Each request is answered once, in order. Only `interruptedWhileIdle`
  /// does not answer a request.
  func requestLine(prompt: String)

  /// Cancels the request of a line, if any: it is answered with `cancelled` as soon as no text is typed.
  /// Text that is typed is finished first, and its entry is the answer.
  func cancelRequest()

  /// Prints text above the line being edited. Adds a newline if the text does not end with one.
  func print(_ text: String)

  /// Switches the history to another file from the next request on, and loads its entries; `nil`
  /// saves none.
  func useHistory(at path: String?)

  /// Shows a status in a row above the prompt while a line is edited; `nil` removes it.
  func showStatus(_ text: String?)

  /// Adds an entry to the history, after all entries typed so far.
  func addToHistory(_ entry: String)

  /// Stops reading, shows pending text, and restores the terminal modes before it returns.
  func close()
}

/// The configuration of a line source.
package struct LineSourceConfiguration: Sendable {
  /// The file descriptor that lines are read from. Default: 0.
  package var input: Int32 = 0
  /// The file descriptor for prompts and printed text. Default: 1.
  package var output: Int32 = 1
  /// The file descriptor for warnings. Default: 2.
  package var errors: Int32 = 2
  /// The terminal's name in the terminfo database. Default: `nil` (the value of `TERM`).
  package var terminalName: String?
  /// Decides which lines make one entry. Default: each line is an entry.
  package var entryBoundary = EntryBoundary.everyLine
  /// The prompt of an entry's further lines. Default: `...> `.
  package var continuationPrompt = "...> "
  /// The maximal size of an entry from a file or pipe, in bytes. Default: 64 MiB.
  package var entryLimit = 64 << 20
  /// Receives what is read from a file or pipe, and has the rest of what was read by the last run of the
  /// program. Default: `nil` (no copy).
  package var inputCopy: InputCopy?
  /// The path of the history file. Default: `nil` (the history is not saved).
  package var historyPath: String?
  /// The maximal number of entries in the history. Default: 10,000.
  package var historyLimit = 10_000
  /// Whether the user's key bindings in `~/.editrc` are read. Default: `true`.
  package var readsUserSettings = true
  /// Completes at Tab. Default: `nil` (no completion).
  package var completer: Completer?
  /// Computes the dimmed hint after the line. Default: `nil` (no hints and suggestions).
  package var hinter: Hinter?
  /// Whether text may be styled. Hints need styles. Default: `true`.
  package var usesStyles = true
  /// Whether a pasted line between entries is skipped, such as a line of output. Default: empty
  /// lines are.
  package var ignoresPastedLine: @Sendable (String) -> Bool = { $0.isEmpty }

  /// Creates a configuration for standard input and output, with each line an entry.
  package init() {}

  /// Returns the text in a fainter color.
  func dim(_ text: String) -> String { usesStyles ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}

/// Returns a line editor if input and output are terminals, else a plain reader of lines.
package func makeLineSource(_ configuration: LineSourceConfiguration) -> any LineSource {
  var configuration = configuration
  configuration.terminalName = configuration.terminalName ?? environmentVariable("TERM")
  return configuration.usesLineEditor
    ? EditorLineSource(configuration) : StreamLineSource(configuration)
}

extension LineSourceConfiguration {
  /// Whether lines are edited at a terminal.
  package var usesLineEditor: Bool {
    switch terminalName ?? environmentVariable("TERM") {
    case nil, "", "dumb": false
    default: isTerminal(input) && isTerminal(output)
    }
  }
}
