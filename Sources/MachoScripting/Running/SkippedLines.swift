import MachoReporting
import MachoSessions

/// Lines that do not run, because an interrupt or a crash ended their sequence before them.
package struct SkippedLines {
  /// The number of lines.
  package var count: Int
  /// The file or section that contains them. `nil` if they were entered together.
  package var file: String?

  package init(count: Int, file: String? = nil) {
    self.count = count
    self.file = file
  }

  /// Returns a text such as `skipped 2 lines of inner, 1 line`. `nil` if no lines are skipped.
  package static func text(of lines: [SkippedLines]) -> String? {
    let skipped = lines.filter { $0.count > 0 }.map { lines in
      counted(lines.count, "line") + (lines.file.map { " of \($0)" } ?? "")
    }
    return skipped.isEmpty ? nil : "skipped \(skipped.joined(separator: ", "))"
  }

  /// Returns the error of an interrupt. `nil` if it skips no lines.
  package static func interruption(skipping lines: [SkippedLines]) -> Diagnostic? {
    text(of: lines).map { Diagnostic("interrupted", $0) }
  }
}
