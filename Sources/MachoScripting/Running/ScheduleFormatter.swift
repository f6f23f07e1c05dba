import MachoReporting
import MachoSessions

/// Formats the order in which a script fails, beside the order in which it passes.
struct ScheduleFormatter {
  let summary: ScheduleSummary
  let order: ScheduleSearch<ScriptResult>.FailingOrder
  let fifoPoints: [ChoicePoint]

  /// The lines of the report.
  var lines: [StyledLine] {
    [StyledLine(summary.text, .problem)] + advice + table
  }

  private var advice: [StyledLine] {
    if let divergence = order.divergence {
      return [
        StyledLine(
          "the failing order cannot be repeated: at choice \(divergence.number), \(divergence.reason)",
          .notice)
      ]
    }
    return [
      StyledLine("fails with this line as the first command:", .notice),
      StyledLine("  " + Schedule.line(order.indices)),
    ]
  }

  /// The jobs that ran at each choice point, from the first difference, in two columns.
  private var table: [StyledLine] {
    let same = zip(fifoPoints, order.points).prefix { $0 == $1 }.count
    let rows = max(fifoPoints.count, order.points.count)
    let shown = same..<min(rows, same + Self.maximumRows)
    let left = ["passes"] + shown.map { Self.cell(fifoPoints, $0) }
    let right = ["fails"] + shown.map { Self.cell(order.points, $0) }
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

  private static let maximumRows = 20
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
