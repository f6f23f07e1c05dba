import MachoReporting
import MachoSessions

/// Formats the order in which a script fails, beside the order in which it passes.
struct ScheduleFormatter {
  let summary: ScheduleSummary
  let order: ScheduleSearch<ScriptResult>.FailingOrder
  let fifoPoints: [ChoicePoint]

  /// The lines of the report.
  var lines: [StyledLine] {
    [StyledLine(summary.text, .problem)] + advice + table.lines
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
      StyledLine("  " + Schedule.line(order.indices).text),
    ]
  }

  private var table: OrderTable {
    OrderTable(
      titles: ("passes", "fails"), points: (fifoPoints, order.points))
  }
}
