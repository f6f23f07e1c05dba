import MachoReporting
import MachoSessions

/// The jobs that ran at the choice points of two orders, side by side, from the first difference.
package struct OrderTable {
  private let titles: (String, String)
  private let points: ([ChoicePoint], [ChoicePoint])

  private static let maximumRows = 20

  /// Creates a table with a title for each column.
  package init(titles: (String, String), points: ([ChoicePoint], [ChoicePoint])) {
    self.titles = titles
    self.points = points
  }

  /// The lines of the table.
  package var lines: [StyledLine] {
    let same = zip(points.0, points.1).prefix { $0 == $1 }.count
    let rows = max(points.0.count, points.1.count)
    let shown = same..<min(rows, same + Self.maximumRows)
    let left = [titles.0] + shown.map { Self.cell(points.0, $0) }
    let right = [titles.1] + shown.map { Self.cell(points.1, $0) }
    let width = left.map(\.count).max() ?? 0
    let numbers = [""] + shown.map { String($0 + 1) }
    let numberWidth = numbers.map(\.count).max() ?? 0
    var lines = zip(numbers, zip(left, right)).map { number, cells in
      let text =
        number.padded(to: numberWidth) + "  " + cells.0.padded(to: width) + "  " + cells.1
      return StyledLine(String(text.reversed().drop { $0 == " " }.reversed()))
    }
    if shown.upperBound < rows {
      lines.append(StyledLine("\(rows - shown.upperBound) more choices"))
    }
    return lines
  }

  private static func cell(_ points: [ChoicePoint], _ index: Int) -> String {
    guard points.indices.contains(index) else { return "" }
    let point = points[index]
    return "\(point.index + 1) of \(point.jobs.count): \(point.chosen)"
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
