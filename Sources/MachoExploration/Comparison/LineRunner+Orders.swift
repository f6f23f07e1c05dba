import MachoSessions
import MachoValues

extension LineRunner {
  /// A state at the end that depends on the order of ready jobs.
  package struct OrderDifference {
    /// The `schedule` line of the other order.
    package let line: Line
    /// The path that differs, with its values.
    package let path: String
    package let expected: String
    package let actual: String
  }

  /// Repeats a run in several orders of ready jobs. Returns the first one with another state at the end than
  /// that of a first-in, first-out queue.
  package func compareOrders(
    of lines: RunLines, limit: Int, seed: UInt64
  ) throws(Diagnostic) -> OrderDifference? {
    let fifo = Schedule(.fifo, recordingPoints: true)
    let first = try run(lines, recorder(), schedule: fifo)
    guard first.finding == nil, let expected = first.state else { return nil }
    var orders = RunOrders(
      .depthFirst(bound: 2), limit: limit, after: fifo, SplitMix64(seed: seed, index: 0))
    var last = fifo
    while let order = orders.next(after: last) {
      last = Schedule(order, recordingPoints: true)
      let result = try run(lines, recorder(), schedule: last)
      guard result.finding == nil, let actual = result.state,
        let difference = StateDifference(expected, actual, of: feature)
      else { continue }
      return OrderDifference(
        line: Schedule.line(result.choices?.scheduleNumbers ?? []), path: difference.path,
        expected: difference.expected, actual: difference.actual)
    }
    return nil
  }

  private func recorder() -> RunRecorder {
    RunRecorder(feature, omitting: OmittedMembers(), keepsRecords: false)
  }
}
