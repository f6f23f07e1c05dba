import MachoSessions
import MachoValues

/// Detects the end of a logical line while its lines are typed or read.
///
/// An unclosed `"` and a mismatched bracket complete the line, because no further line could fix
/// them. Comments, lines of expected output and rows are always complete.
package struct LogicalLineReader {
  private var scanner = DelimiterScanner()
  private var count = 0
  private var isComplete = false

  /// Creates a reader for one logical line.
  package init() {}

  /// Consumes the next line, or several lines of an edited entry.
  ///
  /// Returns whether the logical line is now complete.
  package mutating func consume(_ text: String) -> Bool {
    for line in linesIgnoringCR(of: text) where !isComplete { isComplete = scan(line) }
    return isComplete
  }

  private mutating func scan(_ line: String) -> Bool {
    count += 1
    guard count == 1 else {
      scanner.scan(line, line: count)
      return scanner.isComplete
    }
    // Further lines cannot fix an invalid prefix.
    guard !LogicalLine.isNotCommand(line), let first = try? Line(parsing: line) else {
      return true
    }
    scanner.scan(line, line: 1, from: first.verbRange.lowerBound)
    return scanner.isComplete
  }
}

/// Returns the logical lines of a text with their line numbers, as a prompt would read them.
///
/// An incomplete line at the end counts. Blank lines do not.
package func logicalLines(of text: String) -> [(number: Int, text: String)] {
  var entries: [(number: Int, text: String)] = []
  var entry: [String] = []
  var reader = LogicalLineReader()
  for (index, line) in linesIgnoringCR(of: text).enumerated() {
    entry.append(line)
    guard reader.consume(line) else { continue }
    entries.append((index + 2 - entry.count, entry.joined(separator: "\n")))
    (entry, reader) = ([], LogicalLineReader())
  }
  if !entry.isEmpty {
    entries.append(
      (linesIgnoringCR(of: text).count + 1 - entry.count, entry.joined(separator: "\n")))
  }
  return entries.filter { !$0.text.allSatisfy(\.isWhitespace) }
}

/// Returns a typed line as a script stores it, without surrounding spaces, which editors may remove.
///
/// A prompt runs this form, so that the recorded line equals the executed one.
package func normalizedLine(_ text: String) -> String {
  guard ByteSearch.contains(UInt8(ascii: "\r"), in: text) else { return String(trim(text[...])) }
  return String(trim(linesIgnoringCR(of: text).joined(separator: "\n")[...]))
}

package enum LogicalLine {
  /// Whether the first line of a logical line is a comment, expected output, a row of cases or a
  /// section header.
  package static func isNotCommand(_ line: String) -> Bool {
    switch line.utf8.first {
    case UInt8(ascii: "#"), UInt8(ascii: "|"): true
    default: CaseTable.isRow(line) || line.utf8.starts(with: "-- ".utf8)
    }
  }
}

/// Returns the lines of a text. Both `\n` and `\r\n` end a line.
func linesIgnoringCR(of text: String) -> [String] {
  ByteSearch.lines(of: text).map { line in
    line.utf8.last == UInt8(ascii: "\r") ? String(Substring(line.utf8.dropLast())) : line
  }
}
