import MachoReporting
import MachoSessions

/// A reporter that writes one JSON object per line. The member `event` is its kind.
package struct JSONLinesReporter: Reporter {
  /// Whether the events of each script's session precede the script's own event.
  private let includesTimeline: Bool

  /// Creates a reporter. With a timeline, failures also contain what they compare as data.
  package init(includesTimeline: Bool = false) { self.includesTimeline = includesTimeline }

  package func start(scripts paths: [String]) -> [StyledLine] {
    [line(StartEvent(scripts: paths.count))]
  }

  package func report(_ result: ScriptResult) -> [StyledLine] {
    (includesTimeline ? StyledLine.plain(result.timeline) : [])
      + [line(ScriptEvent(result, includesTimeline))]
  }

  package func finish(_ summary: RunSummary) -> [StyledLine] { [line(EndEvent(summary))] }

  private func line(_ value: some Encodable) -> StyledLine { StyledLine(jsonLine(of: value)) }

  private struct StartEvent: Encodable {
    var event = "start"
    /// The version of the format. Incompatible changes increase it.
    var version = 1
    var scripts: Int
  }

  private struct ScriptEvent: Encodable {
    var event = "script"
    var path: String
    var status: String
    var durationMs: Double
    var commands: Int
    var uncompared: Int
    var skipped: Int
    var updated: Int
    /// The file with pending expectations.
    var pending: String?
    var phases: [ScriptResult.Phase]
    var transcript: String?
    var schedules: ScheduleSummary?
    var message: String?
    var failures: [Failure]
    /// The failures, formatted as in the pretty report.
    var report: [String]

    init(_ result: ScriptResult, _ includesTimeline: Bool) {
      path = result.path
      status = result.verdict.rawValue
      durationMs = result.milliseconds
      commands = result.counts.steps
      uncompared = result.counts.uncompared
      skipped = result.counts.skipped
      updated = result.counts.updated
      pending = result.pending
      phases = result.phases
      transcript = result.transcript
      schedules = result.schedules
      message = result.summary
      failures = Failure.all(of: result, includesTimeline)
      report = result.details.map(\.text)
    }
  }

  private struct Failure: Encodable {
    var kind: String
    /// The sourced file that contains the line. `nil` if the script itself does.
    var file: String?
    var line: Int
    var column: Int?
    var phase: String?
    var command: String?
    var code: String?
    var report: [String]
    /// The roles of the lines of `report`.
    var roles: [LineRole]?
    /// The ordinal of the `line` event.
    var number: Int?
    var mismatch: Mismatch?

    static func all(of result: ScriptResult, _ includesTimeline: Bool) -> [Failure] {
      if case .unparsable(let errors) = result.status {
        return errors.map { error in
          Failure(
            kind: "parse", line: error.line, column: error.columns.lowerBound + 1,
            code: error.code.rawValue, report: error.styledLines(path: result.path).map(\.text))
        }
      }
      return result.failures.map { failure in
        var value = Failure(
          kind: failure.kind.rawValue, file: failure.file, line: failure.line, phase: failure.phase,
          command: failure.command, code: failure.code, report: failure.report.map(\.text))
        guard includesTimeline else { return value }
        value.roles = failure.report.map(\.role)
        value.number = failure.commandNumber
        value.mismatch = failure.mismatch
        return value
      }
    }
  }

  private struct EndEvent: Encodable {
    var event = "end"
    var scripts: Int
    /// The number of scripts by status.
    var counts: [String: Int]
    var durationMs: Double
    var interruption: String?
    var unfinished: Int

    init(_ summary: RunSummary) {
      scripts = summary.results.count
      counts = Dictionary(grouping: summary.results, by: \.verdict.rawValue).mapValues(\.count)
      durationMs = summary.duration.milliseconds
      interruption = summary.interruption
      unfinished = summary.unfinished
    }
  }
}
