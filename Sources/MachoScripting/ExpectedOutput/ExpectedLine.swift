/// One line of a gutter.
package struct ExpectedLine: Hashable, Sendable {
  /// What a line of a gutter means.
  package enum Kind: Hashable, Sendable {
    /// `| text`: this line.
    case literal(String)
    /// `|`: an empty line.
    case blank
    /// `|...`: zero or more lines, as few as will do.
    case anyLines
    /// `|~ re`: a line that a regular expression matches whole.
    case regex(String)
    /// `|= text <name:/re/> text`: a line whose captures bind once and must recur.
    case capture(CapturePattern)
  }

  /// The line as it stands in the file, with its `|`.
  package var raw: String
  /// What it means.
  package var kind: Kind

  /// Whether a line of another text, or number of lines, may match too.
  package var isMatcher: Bool {
    switch kind {
    case .literal, .blank: false
    case .anyLines, .regex, .capture: true
    }
  }
}

extension ExpectedLine {
  /// The line that matches this line of output only.
  package init(literal line: String) {
    raw = line.isEmpty ? "|" : "| \(OutputEscaping.encode(line))"
    kind = line.isEmpty ? .blank : .literal(line)
  }

  /// Reads a line that begins with `|`.
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
    "a gutter line is '| text', '|', '|...', '|~ regex' or '|= text <name:/regex/>'"

  /// An editor may have dropped spaces at the end, so they mean nothing. A lone `| ` is an empty
  /// line.
  private static func trimmingTrailingSpace(_ raw: String) -> Substring {
    guard raw.unicodeScalars.last?.properties.isWhitespace == true else { return raw[...] }
    let scalars = raw.unicodeScalars
    let end = scalars.lastIndex { !$0.properties.isWhitespace } ?? scalars.startIndex
    return Substring(scalars[...end])
  }
}
