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
  package static func text(_ entry: Transcript.Entry) -> String {
    let command = normalizedLine(entry.command)
    if command.isEmpty, entry.output.isEmpty { return "" }
    if entry.failure == nil, entry.output.isEmpty, isComment(command) { return command + "\n" }
    if isPlain(entry, command) { return plainText(command, entry.output) }

    var text = ""
    if let failure = entry.failure { text += "! [\(failure)] " }
    // A leading space makes the line a command even if its first character has another meaning.
    if text.isEmpty, LogicalLine.isNotCommand(command) { text += " " }
    text += command
    text += "\n"
    let expectedOutput = entry.expectedOutput ?? ExpectedOutput(literal: entry.output)
    for line in expectedOutput.lines { text += line.raw + "\n" }
    return roundTrips(text, entry, command) ? text : comment(entry, command)
  }

  private static func isComment(_ command: String) -> Bool {
    command.utf8.first == UInt8(ascii: "#") && !command.utf8.contains(UInt8(ascii: "\n"))
      && Header.version(in: command) == nil
  }

  /// Whether an entry can be written without verification.
  ///
  /// A plain command is printable ASCII, begins with a letter (so it has no prefix) and closes all
  /// its delimiters. A plain line of output is printable ASCII without a backslash or trailing space.
  static func isPlain(_ entry: Transcript.Entry, _ command: String) -> Bool {
    entry.failure == nil && entry.expectedOutput == nil && isPlain(command)
      && entry.output.allSatisfy(OutputEscaping.isPlain)
  }

  private static func isPlain(_ command: String) -> Bool {
    guard let first = command.utf8.first, first | 0x20 >= UInt8(ascii: "a"),
      first | 0x20 <= UInt8(ascii: "z"), ByteSearch.isPrintableASCII(command, allowingQuotes: true)
    else { return false }
    var scanner = DelimiterScanner()
    scanner.scan(command, line: 1)
    return scanner.isComplete && scanner.defect == nil
  }

  /// Returns the text of a one-line command and its output, or `nil` if they are not plain.
  static func plainText(_ command: String, printing output: String) -> String? {
    guard command.utf8.last != UInt8(ascii: " "), isPlain(command) else { return nil }
    var text = ByteBuffer()
    text.append(command)
    text.append(UInt8(ascii: "\n"))
    var output = output
    let isPlain = output.withUTF8 { bytes in
      var start = 0
      while start <= bytes.count {
        let end = ByteSearch.first(UInt8(ascii: "\n"), in: bytes, from: start) ?? bytes.count
        let line = UnsafeBufferPointer(rebasing: bytes[start..<end])
        guard OutputEscaping.isPlain(line) else { return false }
        text.append(line.isEmpty ? "|" : "| ")
        text.append(line)
        text.append(UInt8(ascii: "\n"))
        start = end + 1
      }
      return true
    }
    return isPlain ? text.text() : nil
  }

  /// Returns the text of a plain entry.
  static func plainText(_ command: String, _ output: [String]) -> String {
    var text = ""
    text.reserveCapacity(output.reduce(command.utf8.count + 1) { $0 + $1.utf8.count + 3 })
    text += command
    text += "\n"
    for line in output {
      text += line.isEmpty ? "|" : "| "
      text += line
      text += "\n"
    }
    return text
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

  private static func comment(_ entry: Transcript.Entry, _ command: String) -> String {
    let failure = entry.failure.map { " [\($0)]" } ?? ""
    var text = commentLines("not replayable\(failure):") + commentLines(command)
    for line in entry.output { text += "# \(ExpectedLine(literal: line).raw)\n" }
    return text
  }
}

/// Returns a text as comment lines of a script, with escapes. Each begins with `prefix`.
func commentLines(_ text: String, prefix: String = "") -> String {
  linesIgnoringCR(of: text).map { "# \(prefix)\(OutputEscaping.encode($0))\n" }.joined()
}
