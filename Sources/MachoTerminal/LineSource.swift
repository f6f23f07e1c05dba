import MachoStreams

/// Where interactive lines come from, and where what answers them is shown.
///
/// The owner starts a source, then asks for a line, and is called back when there is one. The
/// callback runs on the source's thread and should only hand the input on:
///
/// ```swift
/// let source = makeLineSource(configuration)
/// source.start { input in mailbox.post(input) }
/// source.requestLine(prompt: "counter> ")
/// while let input = mailbox.next() {
///   source.print(answer(to: input))
///   source.requestLine(prompt: "counter> ")
/// }
/// source.close()
/// ```
package protocol LineSource: AnyObject, Sendable {
  /// Whether a person types the lines.
  var isInteractive: Bool { get }

  /// Begins to deliver. Called once, before anything else.
  func start(onInput: @escaping @Sendable (TerminalInput) -> Void)

  /// Asks for the next entry; each request is answered once, in order. Only
  /// `interruptedUnasked` is no answer.
  func requestLine(prompt: String)

  /// Shows text, above a line that is being typed; a newline is added where the text ends without.
  func print(_ text: String)

  /// Keeps entries in another file from the next request on, and finds those that are in it; nil
  /// keeps none.
  func useHistory(at path: String?)

  /// Shows a text in a row above the prompt for as long as a line is being typed; nil shows none.
  func showStatus(_ text: String?)

  /// Keeps an entry in the history, as if it had been typed after all that was.
  func addToHistory(_ entry: String)

  /// Ends reading, shows what was printed, and gives the terminal its modes back before it returns.
  func close()
}

/// What a line source is made of.
package struct LineSourceConfiguration: Sendable {
  /// The file descriptor that lines are read from.
  package var input: Int32 = 0
  /// The file descriptor that prompts and printed text are written to.
  package var output: Int32 = 1
  /// The file descriptor that warnings are written to.
  package var errors: Int32 = 2
  /// The terminal's name in the terminfo data base: `TERM` where it is nil.
  package var terminalName: String?
  /// Which lines make one entry.
  package var entryBoundary = EntryBoundary.everyLine
  /// The prompt for the lines that continue an entry.
  package var continuationPrompt = "...> "
  /// How many bytes an entry may have that comes from a file or pipe.
  package var entryLimit = 64 << 20
  /// Where entries are kept from one run to the next; nil keeps none.
  package var historyPath: String?
  /// How many entries the history has at most.
  package var historyLimit = 10_000
  /// Whether the user's own key bindings, `~/.editrc`, are read.
  package var readsUserSettings = true
  /// Answers Tab.
  package var completer: Completer?
  /// Says what is shown dim behind the line.
  package var hinter: Hinter?
  /// Whether dim text may be told from other text by its look; without, there are no hints.
  package var usesStyles = true
  /// Whether a pasted line is left out that begins no entry: an empty one, one of an output.
  package var ignoresPastedLine: @Sendable (String) -> Bool = { $0.isEmpty }

  /// Standard input and output, each line an entry.
  package init() {}

  /// The text in a fainter colour.
  func dim(_ text: String) -> String { usesStyles ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}

/// A line editor where a person sits at a terminal, else a reader of plain lines.
package func makeLineSource(_ configuration: LineSourceConfiguration) -> any LineSource {
  var configuration = configuration
  configuration.terminalName = configuration.terminalName ?? environmentVariable("TERM")
  switch configuration.terminalName {
  case nil, "", "dumb": return StreamLineSource(configuration)
  default: break
  }
  guard isTerminal(configuration.input), isTerminal(configuration.output) else {
    return StreamLineSource(configuration)
  }
  return EditorLineSource(configuration)
}
