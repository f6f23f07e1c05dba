import MachoSessions
import MachoSystem
import MachoValues

/// Lays out the lists that users read at a terminal. Scripts compare the lines of `EventFormatter`,
/// which do not depend on a width.
struct ListLayout {
  private let layout: ColumnLayout

  /// Creates a layout for a terminal of `columns` columns.
  init(columns: Int) {
    // A character in the last column would let some terminals wrap the line.
    layout = ColumnLayout(columns: columns - 1, width: \.columns)
  }

  /// Returns the lines of a list or a help text. `nil` for other events.
  func lines(for event: Event) -> [String]? {
    switch event {
    case .actions(let cases) where !cases.isEmpty:
      layout.lines(for: cases.map { ($0.signature, $0.description) }).flatMap(\.self)
    case .help(let text): ByteSearch.lines(of: text).flatMap(wrap)
    default: nil
    }
  }

  /// Wraps a line of help. Its description, after several blanks, stays in its column.
  private func wrap(_ line: String) -> [String] {
    let columns = line.ranges(of: /\S {2,}(?=\S)/).last.map {
      line[..<$0.upperBound].reduce(0) { $0 + $1.columns }
    }
    return layout.wrap(line, indentation: columns ?? line.prefix { $0 == " " }.count)
  }
}

extension CaseDescription {
  /// The alias target and the summary.
  fileprivate var description: String {
    [standsFor.map { "stands for \($0)" }, summary].compactMap(\.self).joined(separator: "  ")
  }
}
