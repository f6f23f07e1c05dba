import CLibedit
import MachoStreams

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One libedit editor and its history. It is made, used and ended on one thread, the editor's own.
final class LineEditor {
  let configuration: LineSourceConfiguration
  let mailbox: EditorMailbox
  let handle: OpaquePointer
  let history: EditorHistory
  private let files: (input: UnsafeMutablePointer<FILE>, output: UnsafeMutablePointer<FILE>)
  var typeAhead = TypeAheadBuffer()
  /// The prompt on the screen, as libedit wants it: alive for as long as it is there.
  var prompt: [wchar_t] = [0]
  /// The prompt of the entry's first line.
  var firstPrompt = ""
  /// What stands before the line being typed: a prompt and a line for each line before it, and its
  /// prompt.
  var promptRows: [String] = []
  /// Is told the lines of the entry one by one.
  var isLastLineOfEntry: (String) -> Bool = { _ in true }
  /// The lines of an entry before the one being typed, each with its newline.
  var earlierLines = ""
  var pasted = PastedLines()
  var hint = HintState()
  /// What the row above the prompt says.
  var shownStatus: String?
  /// The rows that were drawn above the line, with their newlines.
  var rowsAboveLine = ""
  /// The key that ends reading wants the line dropped.
  var isInterrupted = false

  init?(_ configuration: LineSourceConfiguration, _ mailbox: EditorMailbox) {
    guard let input = Self.stream(configuration.input, "r") else { return nil }
    guard let output = Self.stream(configuration.output, "w") else {
      fclose(input)
      return nil
    }
    guard let handle = el_init("macho", input, output, output) else {
      fclose(input)
      fclose(output)
      return nil
    }
    self.configuration = configuration
    self.mailbox = mailbox
    self.handle = handle
    files = (input, output)
    // Told before a line is typed or between two, so that it can stand in none.
    history = EditorHistory(configuration) { write($0 + "\n", to: configuration.errors) }
    setUp()
  }

  /// Gives the terminal its modes back and lets go of everything. The last call.
  func shutDown() {
    el_end(handle)
    history.close()
    fclose(files.input)
    fclose(files.output)
  }

  /// Reads an entry: as many lines as it takes. Nil when the source is closed meanwhile.
  func readEntry(prompt: String) -> TerminalInput? {
    mailbox.beginReading()
    defer { mailbox.endReading() }
    startEntry(prompt: prompt)
    isInterrupted = false
    hint = HintState()
    // Before the prompt is there to be typed at: a key that comes in the modes between the lines
    // would be echoed twice, or mean something else.
    enterEditingModes()
    var count: Int32 = 0
    let typed = el_wgets(handle, &count)
    stopBracketingPastes()
    // What came in the editor's modes is no signal any more, whatever modes the terminal has now.
    if isReadable(configuration.input) { typeAhead.read(from: configuration.input) }
    shownStatus = nil
    rowsAboveLine = ""
    if mailbox.isClosing {
      show("\n")
      return nil
    }
    if isInterrupted { return .interrupted }
    guard let typed, count > 0 else {
      show("\n")
      // Ctrl-D ends the entry as it is; what is missing is for its reader to say.
      return earlierLines.isEmpty ? .endOfInput : recordEntry(String(earlierLines.dropLast()))
    }
    let line = UnsafeBufferPointer(start: typed, count: Int(count))
    return recordEntry(
      earlierLines + String(wide: line.last == newline ? line.dropLast() : line[...]))
  }

  private func recordEntry(_ entry: String) -> TerminalInput {
    history.add(entry)
    return .line(entry)
  }

  func resize() { el_resize(handle) }

  /// Writes to the terminal, after what libedit itself has written.
  func show(_ text: String) {
    fflush(files.output)
    write(text, to: configuration.output)
  }

  private func setUp() {
    macho_set_owner(handle, Unmanaged.passUnretained(self).toOpaque())
    if let name = configuration.terminalName { macho_set_terminal(handle, name) }
    // Signals come through the pipe, in their turn.
    macho_set_signals(handle, 0)
    macho_set_history(handle, history.handle)
    macho_set_prompt(handle) { handle in
      LineEditor.owner(of: handle).prompt.withUnsafeMutableBufferPointer(\.baseAddress)
    }
    macho_set_reader(handle) { LineEditor.owner(of: $0).readScalar(into: $1) }
    bindKeys()
  }

  /// The editor that libedit calls back for.
  static func owner(of handle: OpaquePointer) -> LineEditor {
    guard let owner = macho_owner(handle) else {
      preconditionFailure("libedit calls back only after set-up, which named the owner")
    }
    return Unmanaged<LineEditor>.fromOpaque(owner).takeUnretainedValue()
  }

  /// A stream of its own on the descriptor, so that closing it leaves the caller's open.
  private static func stream(_ descriptor: Int32, _ mode: String) -> UnsafeMutablePointer<FILE>? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return nil }
    guard let file = fdopen(copy, mode) else {
      close(copy)
      return nil
    }
    return file
  }
}

let newline = wchar_t(10)

/// The text for libedit: one `wchar_t` a scalar, then a zero.
func wide(_ text: String) -> [wchar_t] {
  text.unicodeScalars.map { wchar_t(truncatingIfNeeded: $0.value) } + [0]
}

extension String {
  init(wide: some Sequence<wchar_t>) {
    var scalars = String.UnicodeScalarView()
    for unit in wide {
      scalars.append(Unicode.Scalar(UInt32(truncatingIfNeeded: unit)) ?? "\u{FFFD}")
    }
    self.init(scalars)
  }
}
