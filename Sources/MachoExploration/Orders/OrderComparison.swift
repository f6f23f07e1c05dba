import MachoReporting
import MachoScripting
import MachoSessions

/// In how many orders of its jobs a run fails, with two of these orders.
package struct OrderComparison: Codable, Hashable, Sendable {
  /// In how many orders the run passes.
  package var summary: ScheduleSummary
  /// The choice points of a first-in, first-out queue.
  package var fifoPoints: [ChoicePoint]
  /// The choice points of the failing order.
  package var failingPoints: [ChoicePoint]
}

extension OrderComparison {
  /// In how many orders the run passes, and the two orders side by side.
  package var lines: [StyledLine] {
    [StyledLine(summary.text, .problem)]
      + OrderTable(
        titles: ("first in, first out", "this order"), points: (fifoPoints, failingPoints)
      ).lines
  }
}

extension Explorer {
  /// The number of orders that are tried for a comparison.
  private static let comparedOrders = 1_000

  /// Counts the orders of its jobs in which a run fails in the same way.
  package func compareOrders(
    _ sequence: ChoiceSequence, _ finding: Finding
  ) throws(Diagnostic) -> OrderComparison {
    let races = RaceCheck(engine: engine)
    let fifo = try engine.run(RunChoices(replaying: sequence.withFIFOOrder), limit: .max)
    var error: Diagnostic?
    let search = ScheduleSearch<Finding>(
      settings.orders.plan(count: Self.comparedOrders), simplifies: false
    ) { [engine] schedule in
      do throws(Diagnostic) {
        let result = try engine.run(
          RunChoices(replaying: sequence, schedule: schedule), limit: .max)
        let found =
          finding.kind == .race
          ? try races.race(in: result, fifo: fifo)?.finding : result.finding
        return found.flatMap { $0.isSame(as: finding) ? $0 : nil }
      } catch let diagnostic {
        error = diagnostic
        return nil
      }
    }
    if let error { throw error }
    // The choices of the sequence, as a schedule that records its choice points.
    let choices = RunChoices(replaying: sequence)
    _ = try engine.run(choices, limit: .max)
    let failing = Schedule(.list(choices.scheduleNumbers))
    _ = try engine.run(RunChoices(replaying: sequence, schedule: failing), limit: .max)
    return OrderComparison(
      summary: search.summary, fifoPoints: search.fifoPoints, failingPoints: failing.points)
  }
}
