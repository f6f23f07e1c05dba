import MachoSessions
import MachoValues

/// Formats a diagnostic: the line, a caret with code and message, then candidates and notes.
///
/// Prompt, scripts and reports all use this formatter.
package enum DiagnosticFormatter {
  /// The maximum width of a line that is printed in full, in columns.
  private static let maximumWidth = 160

  /// Returns the lines of a diagnostic about an outcome's line as output of its command.
  static func outputLines(for diagnostic: Diagnostic, in outcome: Outcome) -> [OutputLine] {
    styledLines(for: diagnostic, in: outcome).map {
      OutputLine($0.text, $0.role, locations: diagnostic.locations)
    }
  }

  /// Returns the lines of a diagnostic about an outcome's line with their roles: the line with code
  /// and message is the problem.
  package static func styledLines(for diagnostic: Diagnostic, in outcome: Outcome) -> [StyledLine] {
    guard let line = outcome.line else {
      return styledLines(for: diagnostic, in: outcome.text[...], 0)
    }
    // Omit the prefixes: a transcript may add others to the same command.
    let isInCommand = (diagnostic.range?.lowerBound ?? .max) >= line.verbRange.lowerBound
    return isInCommand
      ? styledLines(for: diagnostic, in: line.commandText, line.verbRange.lowerBound)
      : styledLines(for: diagnostic, in: line.text[...], 0)
  }

  /// Returns the lines of a diagnostic. Its range counts from `offset` bytes before `text`.
  package static func styledLines(
    for diagnostic: Diagnostic, in text: Substring, _ offset: Int
  ) -> [StyledLine] {
    var sentence = "\(diagnostic.code): \(diagnostic.message)"
    var lines: [StyledLine] = []
    if let range = diagnostic.range, !text.isEmpty {
      let shown = Excerpt(
        of: text, range.lowerBound - offset..<range.upperBound - offset, maximumWidth)
      lines.append(StyledLine(shown.line))
      sentence = shown.underline + " " + sentence
    }
    for (index, line) in ByteSearch.lines(of: sentence).enumerated() {
      lines.append(StyledLine(line, index == 0 ? .problem : .plain))
    }
    if !diagnostic.candidates.isEmpty {
      lines.append(StyledLine("did you mean " + alternatives(diagnostic.candidates) + "?"))
    }
    return lines + diagnostic.notes.flatMap(ByteSearch.lines(of:)).map { StyledLine($0) }
  }

  private static func alternatives(_ candidates: [String]) -> String {
    let shown = candidates.prefix(3)
    guard let last = shown.last, shown.count > 1 else { return shown.first ?? "" }
    return shown.dropLast().joined(separator: ", ") + " or " + last
  }
}

/// The line of a text in which a range starts, truncated to a width, with the range underlined.
private struct Excerpt {
  var line: String
  var underline: String

  init(of text: Substring, _ range: Range<Int>, _ widest: Int) {
    let bytes = text.utf8
    let count = bytes.count
    var start = bytes.index(bytes.startIndex, offsetBy: max(0, min(range.lowerBound, count)))
    var end = bytes.index(
      start, offsetBy: max(0, min(range.count, bytes.distance(from: start, to: bytes.endIndex))))
    // Extend the range to whole scalars: an invalid byte is replaced by a scalar of three bytes.
    while start > bytes.startIndex, start < bytes.endIndex, bytes[start] & 0xC0 == 0x80 {
      start = bytes.index(before: start)
    }
    while end < bytes.endIndex, bytes[end] & 0xC0 == 0x80 { end = bytes.index(after: end) }
    let newline = UInt8(ascii: "\n")
    let lineStart =
      bytes[..<start].lastIndex(of: newline).map { bytes.index(after: $0) } ?? bytes.startIndex
    let lineEnd = bytes[start...].firstIndex(of: newline) ?? bytes.endIndex
    var before = String(decoding: bytes[lineStart..<start], as: UTF8.self)
    var marked = String(decoding: bytes[start..<min(end, lineEnd)], as: UTF8.self)
    var after = String(decoding: bytes[max(start, min(end, lineEnd))..<lineEnd], as: UTF8.self)
    if before.utf8.count + marked.utf8.count + after.utf8.count > widest {
      if before.count > widest / 3 { before = "…" + before.suffix(widest / 3) }
      if marked.count > widest / 3 { marked = marked.prefix(widest / 3) + "…" }
      if after.count > widest / 3 { after = after.prefix(widest / 3) + "…" }
    }
    line = before + marked + after
    let indent = before.map { $0 == "\t" ? "\t" : String(repeating: " ", count: $0.shownColumns) }
    underline =
      indent.joined()
      + String(repeating: "^", count: max(1, marked.reduce(0) { $0 + $1.shownColumns }))
  }
}

extension Character {
  /// The number of columns of the character, with its invisible parts escaped.
  fileprivate var shownColumns: Int {
    guard self != "\t", unicodeScalars.contains(where: OutputEscaping.isUnsafe) else {
      return columns
    }
    return unicodeScalars.reduce(0) { columns, scalar in
      columns
        + (OutputEscaping.isUnsafe(scalar)
          ? OutputEscaping.escaped(scalar).utf8.count : Character(scalar).columns)
    }
  }
}
