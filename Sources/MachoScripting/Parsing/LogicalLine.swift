import MachoSessions
import MachoValues

/// Whether text is a whole logical line: a prompt asks for more while it is not.
///
/// A lone `"` that stays open, and a bracket closed by one of another kind, make it whole: nothing
/// that could be typed on the next line would mend them. Comments and gutter lines are always
/// whole.
package func isLogicalLineComplete(_ text: String) -> Bool {
  LogicalLine.end(of: text) != .incomplete
}

/// Says after each line of a text whether a logical line is whole with it, as it is typed or read.
package struct LogicalLineReader {
  private var scanner = DelimiterScanner()
  private var count = 0
  private var isComplete = false

  /// Begins a logical line.
  package init() {}

  /// Whether this line, which is the first or was asked for, makes it whole. It may be several, of an
  /// entry that is edited again.
  package mutating func consume(_ text: String) -> Bool {
    for line in linesIgnoringCR(text) where !isComplete { isComplete = scan(line) }
    return isComplete
  }

  private mutating func scan(_ line: String) -> Bool {
    count += 1
    guard count == 1 else {
      scanner.scan(line, line: count)
      return scanner.isComplete
    }
    // What is wrong with a prefix is not mended by more lines.
    guard !LogicalLine.isNotCommand(line), let first = try? Line(parsing: line) else {
      return true
    }
    scanner.scan(line, line: 1, from: first.verbRange.lowerBound)
    return scanner.isComplete
  }
}

/// The logical lines of a text, as a prompt takes them one after the other, each with its number;
/// what is left open at the end is one too, and blank lines are none.
package func logicalLines(of text: String) -> [(number: Int, text: String)] {
  var entries: [(number: Int, text: String)] = []
  var entry: [String] = []
  var reader = LogicalLineReader()
  for (index, line) in linesIgnoringCR(text).enumerated() {
    entry.append(line)
    guard reader.consume(line) else { continue }
    entries.append((index + 2 - entry.count, entry.joined(separator: "\n")))
    (entry, reader) = ([], LogicalLineReader())
  }
  if !entry.isEmpty {
    entries.append((linesIgnoringCR(text).count + 1 - entry.count, entry.joined(separator: "\n")))
  }
  return entries.filter { !$0.text.allSatisfy(\.isWhitespace) }
}

/// A typed line as a script keeps it: spaces at its ends mean nothing, since an editor may drop
/// them. What is recorded must be what was run, so a prompt runs this.
package func normalizedLine(_ text: String) -> String {
  String(trim(linesIgnoringCR(text).joined(separator: "\n")[...]))
}

enum LogicalLine {
  /// Where the first logical line of a text ends.
  enum End { case incomplete, atEnd, beforeEnd }

  static func end(of text: String) -> End {
    let lines = linesIgnoringCR(text)
    var reader = LogicalLineReader()
    for (index, line) in lines.enumerated() where reader.consume(line) {
      return index + 1 == lines.count ? .atEnd : .beforeEnd
    }
    return .incomplete
  }

  /// Whether a line that begins a logical line is a comment, a gutter line or a section's header.
  static func isNotCommand(_ line: String) -> Bool {
    switch line.utf8.first {
    case UInt8(ascii: "#"), UInt8(ascii: "|"): true
    default: line.utf8.starts(with: "-- ".utf8)
    }
  }
}

/// The lines of a text; `\n` and `\r\n` both end one.
func linesIgnoringCR(_ text: String) -> [String] {
  ByteSearch.lines(of: text).map { line in
    line.utf8.last == UInt8(ascii: "\r") ? String(Substring(line.utf8.dropLast())) : line
  }
}
