import Foundation

/// The report as JSON: an object a line, of which `event` says what it is.
package struct JSONLinesReporter: Reporter {
  /// Makes a report that has said nothing yet.
  package init() {}

  package func start(_ paths: [String]) -> [String] {
    [line(StartEvent(scripts: paths.count))]
  }

  package func report(_ result: ScriptResult) -> [String] { [line(ScriptEvent(result))] }

  package func finish(_ end: RunSummary) -> [String] { [line(EndEvent(end))] }

  private func line(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings, numbers and lists of them can always be encoded.
    let data = (try? encoder.encode(value)) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }

  private struct StartEvent: Encodable {
    var event = "begin"
    /// Goes up when a consumer would have to change.
    var version = 1
    var scripts: Int
  }

  private struct ScriptEvent: Encodable {
    var event = "script"
    var path: String
    var status: String
    var durationMs: Double
    var commands: Int
    var notCompared: Int
    var leftOut: Int
    var updated: Int
    /// The file in which new expectations wait.
    var pending: String?
    var phases: [ScriptResult.Phase]
    var transcript: String?
    var message: String?
    var failures: [Failure]
    /// All that is wrong, as the report for people tells it.
    var report: [String]

    init(_ result: ScriptResult) {
      path = result.path
      status = result.verdict.rawValue
      durationMs = result.milliseconds
      commands = result.counts.steps
      notCompared = result.counts.uncompared
      leftOut = result.counts.skipped
      updated = result.counts.updated
      pending = result.pending
      phases = result.phases
      transcript = result.transcript
      message = result.summary
      failures = Failure.all(of: result)
      report = result.details
    }
  }

  private struct Failure: Encodable {
    var kind: String
    /// The file of the line, where the script sources it.
    var file: String?
    var line: Int
    var column: Int?
    var phase: String?
    var command: String?
    var code: String?
    var report: [String]

    static func all(of result: ScriptResult) -> [Failure] {
      if case .unparsable(let errors) = result.status {
        return errors.map { error in
          Failure(
            kind: "parse", line: error.line, column: error.columns.lowerBound + 1,
            code: error.code.rawValue, report: linesIgnoringCR(error.text(path: result.path)))
        }
      }
      return result.failures.map { failure in
        Failure(
          kind: failure.kind.rawValue, file: failure.file, line: failure.line, phase: failure.phase,
          command: failure.command, code: failure.code, report: failure.report)
      }
    }
  }

  private struct EndEvent: Encodable {
    var event = "end"
    var scripts: Int
    /// How many scripts ended how.
    var counts: [String: Int]
    var durationMs: Double
    var interruption: String?
    var unfinished: Int

    init(_ end: RunSummary) {
      scripts = end.results.count
      counts = Dictionary(grouping: end.results, by: \.verdict.rawValue).mapValues(\.count)
      durationMs = end.duration.milliseconds
      interruption = end.interruption
      unfinished = end.unfinished
    }
  }
}
