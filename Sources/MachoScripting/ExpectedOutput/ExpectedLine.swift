import MachoMetadata
import MachoReporting

/// One `|` line of expected output.
package struct ExpectedLine: Hashable, Sendable {
  /// The form of a line.
  package enum Kind: Hashable, Sendable {
    /// `| text`: exactly this line.
    case literal(String)
    /// `|`: an empty line.
    case blank
    /// `|...`: zero or more lines, as few as possible.
    case anyLines
    /// `|~ re`: a line that the regular expression matches completely.
    case regex(String)
    /// `|= text <name:/re/> text`: a line with captures. Once a name is bound, it matches only the
    /// same text.
    case capture(CapturePattern)
  }

  /// The line as written in the file, with its `|`.
  package var raw: String
  /// The parsed form.
  package var kind: Kind

  /// The text of a literal line. Empty for other lines.
  var text: String {
    if case .literal(let text) = kind { text } else { "" }
  }

  /// Whether the line can match more than one text.
  package var isMatcher: Bool {
    switch kind {
    case .literal, .blank: false
    case .anyLines, .regex, .capture: true
    }
  }
}

extension ExpectedLine {
  /// Creates a line that matches exactly one line of output.
  package init(literal line: String) {
    var raw = ByteBuffer()
    Self.append(literal: line, to: &raw)
    self.raw = raw.text()
    kind = line.isEmpty ? .blank : .literal(line)
  }

  /// Appends the text of a line that matches exactly one line of output.
  static func append(literal line: String, to text: inout ByteBuffer) {
    if line.isEmpty { return text.append("|") }
    text.append("| ")
    text.append(OutputEscaping.encode(line))
  }

  /// Parses a line that begins with `|`.
  init(parsing raw: String, line: Int) throws(ScriptParseError) {
    self.raw = raw
    let text = Self.trimmingTrailingSpace(raw)
    let bytes = text.utf8
    let hasText = bytes.dropFirst(2).first.map { $0 == UInt8(ascii: " ") } ?? true
    do throws(PatternError) {
      if bytes.count == 1 {
        kind = .blank
      } else if bytes.starts(with: "| ".utf8) {
        kind = .literal(OutputEscaping.decode(Substring(bytes.dropFirst(2))))
      } else if bytes.starts(with: "|~".utf8), hasText {
        kind = .regex(try OutputRegex.validated(String(Substring(bytes.dropFirst(3)))))
      } else if bytes.starts(with: "|=".utf8), hasText {
        kind = .capture(try CapturePattern(parsing: String(Substring(bytes.dropFirst(3)))))
      } else if bytes.elementsEqual("|...".utf8) {
        kind = .anyLines
      } else {
        throw PatternError(.badOutputLine, Self.validForms)
      }
    } catch {
      let end = raw.utf8.count
      let columns = error.columns.map { $0.lowerBound + 3..<min(end, $0.upperBound + 3) }
      throw ScriptParseError(
        error.code, line: line, columns: columns ?? min(1, end)..<end, error.message,
        suggestion: error.suggestion, source: raw)
    }
  }

  private static let validForms =
    "expected '| text', '|', '|...', '|~ regex' or '|= text <name:/regex/>'"

  /// Returns the line without trailing spaces, which editors may remove. A lone `| ` becomes `|`,
  /// an empty line.
  private static func trimmingTrailingSpace(_ raw: String) -> Substring {
    guard OutputEscaping.endsInWhitespace(raw) else { return raw[...] }
    let scalars = raw.unicodeScalars
    let end = scalars.lastIndex { !$0.properties.isWhitespace } ?? scalars.startIndex
    return Substring(scalars[...end])
  }
}
