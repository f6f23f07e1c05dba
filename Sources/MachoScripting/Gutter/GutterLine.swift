/// One line of a gutter.
package struct GutterLine: Hashable, Sendable {
  /// What a line of a gutter means.
  package enum Kind: Hashable, Sendable {
    /// `| text`: this line.
    case literal(String)
    /// `|`: an empty line.
    case blank
    /// `|...`: zero or more lines, as few as will do.
    case anything
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
    case .anything, .regex, .capture: true
    }
  }
}

extension GutterLine {
  /// The line that matches this line of output only.
  package init(literal line: String) {
    raw = line.isEmpty ? "|" : "| \(GutterText.encode(line))"
    kind = line.isEmpty ? .blank : .literal(line)
  }

  /// Reads a line that begins with `|`.
  init(parsing raw: String, line: Int) throws(ScriptError) {
    self.raw = raw
    let text = Self.withoutTrailingSpace(raw)
    let bytes = text.utf8
    let hasText = bytes.dropFirst(2).first.map { $0 == UInt8(ascii: " ") } ?? true
    do throws(PatternError) {
      if bytes.count == 1 {
        kind = .blank
      } else if bytes.starts(with: "| ".utf8) {
        kind = .literal(GutterText.decode(Substring(bytes.dropFirst(2))))
      } else if bytes.starts(with: "|~".utf8), hasText {
        kind = .regex(try Pattern.check(String(Substring(bytes.dropFirst(3)))))
      } else if bytes.starts(with: "|=".utf8), hasText {
        kind = .capture(try CapturePattern(parsing: String(Substring(bytes.dropFirst(3)))))
      } else if bytes.elementsEqual("|...".utf8) {
        kind = .anything
      } else {
        throw PatternError(.badGutter, Self.forms)
      }
    } catch {
      let end = raw.utf8.count
      let columns = error.columns.map { $0.lowerBound + 3..<min(end, $0.upperBound + 3) }
      throw ScriptError(
        error.code, line: line, columns: columns ?? min(1, end)..<end, error.message,
        suggestion: error.suggestion, source: raw)
    }
  }

  private static let forms =
    "a gutter line is '| text', '|', '|...', '|~ regex' or '|= text <name:/regex/>'"

  /// An editor may have dropped spaces at the end, so they mean nothing. A lone `| ` is an empty
  /// line.
  private static func withoutTrailingSpace(_ raw: String) -> Substring {
    guard raw.unicodeScalars.last?.properties.isWhitespace == true else { return raw[...] }
    let scalars = raw.unicodeScalars
    let end = scalars.lastIndex { !$0.properties.isWhitespace } ?? scalars.startIndex
    return Substring(scalars[...end])
  }
}
