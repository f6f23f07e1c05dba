/// The difference of two texts in the unified format, which `patch` reads.
package enum UnifiedDiff {
  /// Returns the difference with three lines of context. Empty if the texts are equal.
  package static func text(from old: SourceText, to new: SourceText, path: String) -> String {
    let hunks = LineDiff(old.texts, new.texts).hunks(context: 3)
    guard !hunks.isEmpty else { return "" }
    var text = "--- \(path)\n+++ \(path)\n"
    for hunk in hunks {
      text += "@@ -\(range(hunk.old)) +\(range(hunk.new)) @@\n"
      for line in hunk.lines {
        switch line {
        case .same(let line): append(" ", line, to: &text)
        case .old(let line): append("-", line, to: &text)
        case .new(let line): append("+", line, to: &text)
        }
      }
    }
    return text
  }

  private static func append(_ mark: String, _ line: String, to text: inout String) {
    text += mark + line
    if line.utf8.last != UInt8(ascii: "\n") { text += "\n\\ No newline at end of file\n" }
  }

  /// Returns the first line, from 1, and the number of lines. An empty range follows a line.
  private static func range(_ lines: Range<Int>) -> String {
    "\(lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1),\(lines.count)"
  }
}

extension SourceText {
  /// The lines with their endings.
  fileprivate var texts: [String] { lines.map { $0.text + $0.ending.rawValue } }

  /// Returns the numbers of the lines that another text has instead or in addition, from 1. Of lines that
  /// it lacks, the number of the line that follows.
  func changedLines(in other: SourceText) -> [Int] {
    LineDiff(texts, other.texts).hunks(context: 0).flatMap { hunk in
      hunk.new.isEmpty ? [hunk.new.lowerBound + 1] : hunk.new.map { $0 + 1 }
    }
  }
}
