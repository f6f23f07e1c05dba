import MachoSessions

/// Renders a diagnostic: the line, a caret, the code and the sentence, then what to do.
///
/// This is the one place where errors become text, for the prompt, scripts and reports alike.
public enum DiagnosticFormatter {
  /// The widest line that is shown whole, in columns.
  private static let maximumWidth = 160

  /// The lines of a diagnostic about an outcome's line.
  public static func lines(for diagnostic: Diagnostic, in outcome: Outcome) -> [String] {
    guard let line = outcome.line else { return lines(for: diagnostic, in: outcome.text[...], 0) }
    // The prefixes are left out: a transcript puts others in front of the same command.
    let isInCommand = (diagnostic.range?.lowerBound ?? .max) >= line.verbRange.lowerBound
    return isInCommand
      ? lines(for: diagnostic, in: line.command, line.verbRange.lowerBound)
      : lines(for: diagnostic, in: line.text[...], 0)
  }

  /// The lines of a diagnostic whose range counts from `offset` bytes before `text`.
  public static func lines(for diagnostic: Diagnostic, in text: Substring, _ offset: Int)
    -> [String]
  {
    var sentence = "\(diagnostic.code): \(diagnostic.message)"
    var lines: [String] = []
    if let range = diagnostic.range, !text.isEmpty {
      let shown = Excerpt(
        of: text, range.lowerBound - offset..<range.upperBound - offset, maximumWidth)
      lines.append(shown.line)
      sentence = shown.underline + " " + sentence
    }
    lines += split(sentence)
    if !diagnostic.candidates.isEmpty {
      lines.append("did you mean " + alternatives(diagnostic.candidates) + "?")
    }
    return lines + diagnostic.notes.flatMap(split)
  }

  private static func split(_ text: String) -> [String] {
    splitLines(text)
  }

  private static func alternatives(_ candidates: [String]) -> String {
    let shown = candidates.prefix(3)
    guard let last = shown.last, shown.count > 1 else { return shown.first ?? "" }
    return shown.dropLast().joined(separator: ", ") + " or " + last
  }
}

/// The line of a text that a range begins in, cut to a width, with the range underlined.
private struct Excerpt {
  var line: String
  var underline: String

  init(of text: Substring, _ range: Range<Int>, _ widest: Int) {
    let bytes = text.utf8
    let count = bytes.count
    var start = bytes.index(bytes.startIndex, offsetBy: max(0, min(range.lowerBound, count)))
    var end = bytes.index(
      start, offsetBy: max(0, min(range.count, bytes.distance(from: start, to: bytes.endIndex))))
    // A byte that is no UTF-8 stands in the text as one scalar of three bytes; none is cut.
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
    let indent = before.map { $0 == "\t" ? "\t" : String(repeating: " ", count: $0.columns) }
    underline =
      indent.joined()
      + String(repeating: "^", count: max(1, marked.reduce(0) { $0 + $1.columns }))
  }
}
