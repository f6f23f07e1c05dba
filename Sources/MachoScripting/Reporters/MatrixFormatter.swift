/// Formats a table of results: one row per script, one column per variant.
package struct MatrixFormatter {
  private let scripts: [String]
  private let variants: [String]
  private let cells: [[ScriptResult?]]

  /// Creates a table. `result` returns the result of the script at an index with a variant, if there
  /// is one.
  package init(
    scripts: [String], variants: [String],
    result: (_ script: Int, _ variant: String) -> ScriptResult?
  ) {
    self.scripts = scripts
    self.variants = variants
    cells = scripts.indices.map { script in variants.map { result(script, $0) } }
  }

  /// The header row and a row for each script.
  package var lines: [String] {
    let table = [[""] + variants] + zip(scripts, cells).map { [$0] + $1.map(Self.cellText) }
    let widths = (0...variants.count).map { column in table.map { $0[column].count }.max() ?? 0 }
    return table.map { row in
      let padded = zip(row, widths).map { text, width in
        text + String(repeating: " ", count: width - text.count)
      }
      return Self.trimmingTrailingSpaces(padded.joined(separator: "  "))
    }
  }

  /// Returns the text of a cell: `pass`, or the status and the line of the first failure.
  private static func cellText(_ result: ScriptResult?) -> String {
    guard let result else { return "-" }
    let word =
      switch result.status {
      case .passed: "pass"
      case .updated: "updated"
      case .pending, .stale: "PENDING"
      case .failed: "FAIL"
      case .failedAsExpected: "xfail"
      case .skipped: "skip"
      case .unparsable, .unreadable: "UNREAD"
      case .crashed: "CRASH"
      case .timedOut: "TIMEOUT"
      }
    return word + (result.isSuccess ? "" : result.firstLine.map { ":\($0)" } ?? "")
  }

  private static func trimmingTrailingSpaces(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }
}
