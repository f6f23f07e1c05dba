import MachoMetadata
import MachoReporting
import MachoSessions
import MachoValues

/// Writes a transcript as a script that passes.
///
/// Entries are independent texts, so a recorder can append each one without changing earlier ones.
package enum TranscriptWriter {
  /// The first line of a transcript.
  package static let header = "#!macho \(Script.version)\n"

  /// Returns the whole script.
  package static func text(_ transcript: Transcript) -> String {
    var text = header
    for entry in transcript.entries { text += self.text(entry) }
    if !transcript.sections.isEmpty { text += "\n" }
    for section in transcript.sections { text += section.text }
    return text
  }

  /// Returns one entry: the command, its failure as `! [code]`, and its output as `|` lines.
  ///
  /// A command that a script cannot express, for example with unclosed brackets, becomes a comment.
  /// Unless the entry is plain, the text is parsed to verify that it means the same.
  package static func text(_ entry: Transcript.Entry) -> String { script(of: entry).text }

  /// Returns the lines of one entry with their roles.
  static func script(of entry: Transcript.Entry) -> StyledScript {
    let command = normalizedLine(entry.command)
    if command.isEmpty, entry.output.isEmpty { return StyledScript() }
    if entry.failure == nil, entry.output.isEmpty, isComment(command) {
      return StyledScript(command + "\n", .unchanged)
    }

    let lines = entry.expectedOutput == nil ? lines(of: entry) : []
    var text = ByteBuffer()
    if let failure = entry.failure { text.append("! [\(failure)] ") }
    // A leading space makes the line a command even if its first character has another meaning.
    if entry.failure == nil, LogicalLine.isNotCommand(command) { text.append(" ") }
    text.append(command)
    text.append("\n")
    for line in entry.expectedOutput?.lines ?? [] {
      text.append(line.raw)
      text.append("\n")
    }
    appendOutput(lines, to: &text)
    let result = text.text()
    guard isPlain(entry, command) || roundTrips(result, entry, command) else {
      return StyledScript(comment(entry, command), .unchanged)
    }
    let roles = [LineRole](repeating: entry.role, count: ByteSearch.lines(of: command).count)
    return StyledScript(
      result, roles: roles + (entry.expectedOutput?.roles ?? []) + lines.map(\.role))
  }

  /// Returns the lines of output that a script contains of an entry.
  private static func lines(of entry: Transcript.Entry) -> [StyledLine] {
    switch entry.layout {
    case .compact: ExpectedOutput.compactLines(of: entry.output)
    case .full: entry.output.map(\.styled)
    }
  }

  /// Appends lines of output as `|` lines, each after `prefix`.
  private static func appendOutput(
    _ lines: [StyledLine], to text: inout ByteBuffer, prefix: String = ""
  ) {
    for line in lines {
      if !prefix.isEmpty { text.append(prefix) }
      ExpectedLine.append(literal: line.text, to: &text)
      text.append("\n")
    }
  }

  private static func isComment(_ command: String) -> Bool {
    command.utf8.first == UInt8(ascii: "#") && !command.utf8.contains(UInt8(ascii: "\n"))
      && Header.version(in: command) == nil
  }

  /// Whether the text of an entry needs no verification: its output is literal, and its command is
  /// printable ASCII, begins with a letter (so it has no prefix) and closes all its delimiters.
  ///
  /// PERFORMANCE: parsing the text of such an entry takes longer than running its command.
  static func isPlain(_ entry: Transcript.Entry, _ command: String) -> Bool {
    guard entry.failure == nil, entry.expectedOutput == nil, let first = command.utf8.first,
      first | 0x20 >= UInt8(ascii: "a"), first | 0x20 <= UInt8(ascii: "z"),
      ByteSearch.isPrintableASCII(command, allowingQuotes: true)
    else { return false }
    var scanner = DelimiterScanner()
    scanner.scan(command, line: 1)
    return scanner.isComplete && scanner.defect == nil
  }

  /// Whether text parses as exactly one step that equals the entry.
  static func roundTrips(_ text: String, _ entry: Transcript.Entry, _ command: String) -> Bool {
    guard let script = try? ScriptParser.parse(text), script.items.count == 1,
      script.sections.isEmpty, let step = script.steps.first
    else { return false }
    if let failure = entry.failure {
      guard step.line.expectedFailure == .code(DiagnosticCode(rawValue: failure)),
        step.line.conditions.isEmpty, ByteSearch.areSame(String(step.line.commandText), command)
      else { return false }
    } else {
      guard ByteSearch.areSame(step.text, command) else { return false }
    }
    var bindings = CaptureBindings()
    let expectedOutput = step.expectedOutput ?? ExpectedOutput(lines: [])
    return expectedOutput.match(actual: entry.output, bindings: &bindings) == nil
  }

  /// Returns the lines of a comment.
  static func comment(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "# \($0)\n" }.joined()
  }

  private static func comment(_ entry: Transcript.Entry, _ command: String) -> String {
    let failure = entry.failure.map { " [\($0)]" } ?? ""
    var output = ByteBuffer()
    appendOutput(lines(of: entry), to: &output, prefix: "# ")
    return commentLines("not replayable\(failure):") + commentLines(command) + output.text()
  }
}

/// Returns a text as comment lines of a script, with escapes. Each begins with `prefix`.
func commentLines(_ text: String, prefix: String = "") -> String {
  linesIgnoringCR(of: text).map { "# \(prefix)\(OutputEscaping.encode($0))\n" }.joined()
}
