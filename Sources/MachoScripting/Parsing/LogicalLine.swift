import MachoSessions
import MachoValues

/// Whether text is a whole logical line: a prompt asks for more while it is not.
///
/// A lone `"` that stays open, and a bracket closed by one of another kind, make it whole: nothing
/// that could be typed on the next line would mend them. Comments and gutter lines are always
/// whole.
package func logicalLineIsComplete(_ text: String) -> Bool {
  LogicalLine.end(of: text) != .open
}

/// A typed line as a script keeps it: spaces at its ends mean nothing, since an editor may drop
/// them. What is recorded must be what was run, so a prompt runs this.
package func normalizedLine(_ text: String) -> String {
  String(trim(splitLines(text).joined(separator: "\n")[...]))
}

enum LogicalLine {
  /// Where the first logical line of a text ends.
  enum End { case open, atTheEnd, before }

  static func end(of text: String) -> End {
    let lines = splitLines(text)
    var scanner = DelimiterScanner()
    for (index, line) in lines.enumerated() {
      if index == 0 {
        // What is wrong with a prefix is not mended by more lines.
        guard !isOutsideCommands(line), let first = try? Line(parsing: line) else {
          return lines.count == 1 ? .atTheEnd : .before
        }
        scanner.scan(line, line: 1, from: first.verbRange.lowerBound)
      } else {
        scanner.scan(line, line: index + 1)
      }
      if scanner.isComplete { return index + 1 == lines.count ? .atTheEnd : .before }
    }
    return .open
  }

  /// Whether a line that begins a logical line is a comment, a gutter line or a section's header.
  static func isOutsideCommands(_ line: String) -> Bool {
    switch line.utf8.first {
    case UInt8(ascii: "#"), UInt8(ascii: "|"): true
    default: line.utf8.starts(with: "-- ".utf8)
    }
  }
}

/// The lines of a text; `\n` and `\r\n` both end one.
func splitLines(_ text: String) -> [String] {
  ByteSearch.lines(of: text).map { line in
    line.utf8.last == UInt8(ascii: "\r") ? String(Substring(line.utf8.dropLast())) : line
  }
}
