import CLibedit
import MachoLocks
import MachoSystem

/// A libedit editor with its history. It is created, used and destroyed on the editor thread.
final class LineEditor {
  let configuration: LineSourceConfiguration
  let mailbox: EditorMailbox
  // SAFETY: the handle and the streams are created by the initializer, and `shutDown` frees them, after
  // which nothing uses the editor. libedit calls back during calls of this object only.
  let handle: OpaquePointer
  let history: EditorHistory
  private let files: (input: UnsafeMutablePointer<FILE>, output: UnsafeMutablePointer<FILE>)
  var typeAhead = TypeAheadBuffer()
  /// The prompt on the screen. libedit requires that it stays in memory.
  var prompt: [wchar_t] = [0]
  /// The prompt of the entry's first line.
  var firstPrompt = ""
  /// The rows above the current line, each a prompt and an earlier line, followed by the current
  /// prompt.
  var promptRows: [String] = []
  /// Takes the lines of the entry one by one; returns whether the entry is complete.
  var isLastLineOfEntry: (String) -> Bool = { _ in true }
  /// The lines of the entry before the current one, each with its newline.
  var earlierLines = ""
  var pasted = PastedLines()
  var hint = HintState()
  /// The completions to show below the line until the next key. `nil`: none.
  var menu: CompletionMenu?
  var isMenuShown = false
  /// The status row above the prompt; `nil` if none is shown.
  var shownStatus: String?
  /// The rows drawn above the line, with their newlines.
  var rowsAboveLine = ""
  /// Whether the key that ended reading discards the line.
  var isInterrupted = false
  /// Whether the request was cancelled before anything was typed.
  var isCancelled = false

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
    // Written before a line is edited or between two lines, so it never breaks one.
    history = EditorHistory(configuration) { write($0 + "\n", to: configuration.errors) }
    setUp()
  }

  /// Restores the terminal modes and frees all resources. It must be the last call.
  func shutDown() {
    el_end(handle)
    history.close()
    fclose(files.input)
    fclose(files.output)
  }

  /// Reads an entry of one or more lines. Returns `nil` if the source is closed meanwhile.
  func readEntry(prompt: String) -> TerminalInput? {
    mailbox.beginReading()
    defer { mailbox.endReading() }
    startEntry(prompt: prompt)
    (isInterrupted, isCancelled) = (false, false)
    hint = HintState()
    menu = nil
    // Set before the prompt is shown. A key typed in the normal modes would be echoed twice, or
    // have another meaning.
    enterEditingModes()
    var count: Int32 = 0
    let typed = el_wgets(handle, &count)
    stopBracketingPastes()
    // Reads keys typed in the editing modes now, because in other modes they would have been
    // signals.
    if isReadable(configuration.input) { typeAhead.read(from: configuration.input) }
    if isCancelled { eraseLine() }
    shownStatus = nil
    rowsAboveLine = ""
    if mailbox.isClosing {
      show("\n")
      return nil
    }
    if isInterrupted { return .interrupted }
    if isCancelled { return .cancelled }
    guard let typed, count > 0 else {
      show("\n")
      // Ctrl-D ends the entry as it is. Its parser reports what is missing.
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

  /// Writes to the terminal, after libedit's own output.
  func show(_ text: String) {
    fflush(files.output)
    write(text, to: configuration.output)
  }

  private func setUp() {
    macho_set_owner(handle, Unmanaged.passUnretained(self).toOpaque())
    if let name = configuration.terminalName { macho_set_terminal(handle, name) }
    // Signals arrive through the pipe, in order.
    macho_set_signals(handle, 0)
    macho_set_history(handle, history.handle)
    macho_set_prompt(handle) { handle in
      LineEditor.owner(of: handle).prompt.withUnsafeMutableBufferPointer(\.baseAddress)
    }
    macho_set_reader(handle) { LineEditor.owner(of: $0).readScalar(into: $1) }
    bindKeys()
  }

  /// Returns the editor that belongs to a libedit handle.
  static func owner(of handle: OpaquePointer) -> LineEditor {
    guard let owner = macho_owner(handle) else {
      preconditionFailure("libedit calls back only after set-up, which named the owner")
    }
    return Unmanaged<LineEditor>.fromOpaque(owner).takeUnretainedValue()
  }

  /// Opens a stream on a copy of the descriptor, so that closing it leaves the original open.
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

/// Returns the text for libedit: one `wchar_t` per scalar, then a zero.
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
