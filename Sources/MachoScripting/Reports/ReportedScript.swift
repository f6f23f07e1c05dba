import MachoReporting
import MachoSessions

/// The result of a script, as the machine-readable formats report it.
///
/// Unlike a `ScriptResult` it can be read back from a report.
package struct ReportedScript: Codable, Hashable, Sendable {
  /// The kind of the event in the format `jsonl`.
  private(set) package var event = ReportEventName.script
  /// The script's path.
  package var path: String
  /// The case that ran. `nil` unless the script is a specification.
  package var `case`: ScriptCase?
  /// The status as one word.
  package var status: ScriptResult.Verdict
  /// The wall-clock duration in milliseconds.
  package var durationMs: Double
  /// The number of commands that were run.
  package var commands: Int
  /// The number of commands whose output was not compared.
  package var uncompared = 0
  /// The number of commands that a condition skipped.
  package var skipped = 0
  /// The number of commands whose expected output was updated.
  package var updated = 0
  /// The file with pending expectations.
  package var pending: String?
  /// The phases that the run reached.
  package var phases: [ScriptResult.Phase] = []
  /// A hash of all output.
  package var transcript: String?
  /// In how many orders of its ready jobs the script passed.
  package var schedules: ScheduleSummary?
  /// The first failure, or the reason for a skip, in one line.
  package var message: String?
  /// The failures, in the order of the script.
  package var failures: [Failure] = []
  /// The failures, formatted as in the pretty report.
  package var report: [String] = []
  /// What the script reached, if that was requested and a page needs it.
  package var coverage: [CoverageReport.Feature]?

  /// A failure of a script.
  package struct Failure: Codable, Hashable, Sendable {
    /// The kind of a failure, or `parse`.
    package var kind: String
    /// The sourced file that contains the line. `nil` if the script itself does.
    package var file: String?
    /// The line of the file, counted from 1.
    package var line: Int
    /// The column, counted from 1.
    package var column: Int?
    /// The title of the phase that contains the line.
    package var phase: String?
    /// The command.
    package var command: String?
    /// The stable code of the failure, if it has one.
    package var code: String?
    /// The lines of the report.
    package var report: [String]
    /// The roles of the lines of `report`.
    package var roles: [LineRole]?
    /// The ordinal of the `line` event.
    package var number: Int?
    /// The expected and the actual output.
    package var mismatch: Mismatch?
    /// How many commands below were not run because of the failure. `nil` if all were run.
    package var commandsNotRun: Int?
  }

  /// Creates the report of a script that has no failures.
  package init(
    path: String, status: ScriptResult.Verdict, durationMs: Double, commands: Int = 0
  ) {
    self.path = path
    self.status = status
    self.durationMs = durationMs
    self.commands = commands
  }

  /// Converts a result. With a timeline, failures also contain what they compare as data.
  package init(_ result: ScriptResult, includesTimeline: Bool = false) {
    self.init(
      path: result.path, status: result.verdict, durationMs: result.milliseconds,
      commands: result.counts.steps)
    self.case = result.specCase
    uncompared = result.counts.uncompared
    skipped = result.counts.skipped
    updated = result.counts.updated + result.updatedFiles.reduce(0) { $0 + $1.count }
    pending = result.pending
    phases = result.phases
    transcript = result.transcript
    schedules = result.schedules
    message = result.summary
    failures = Self.failures(of: result, includesTimeline)
    report = result.details.map(\.text)
    if includesTimeline { coverage = result.coverage?.features }
  }

  private static func failures(of result: ScriptResult, _ includesTimeline: Bool) -> [Failure] {
    if case .unparsable(let errors) = result.status {
      return errors.map { error in
        Failure(
          kind: Failure.parse, line: error.line, column: error.columns.lowerBound + 1,
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
      if failure.commandsNotRun > 0 { value.commandsNotRun = failure.commandsNotRun }
      return value
    }
  }
}

extension ReportedScript.Failure {
  /// The kind of a syntax error.
  static let parse = "parse"
}

extension ReportedScript {
  /// The name of the script or of the case.
  package var name: String { ScriptCase.name(of: self.case, in: path) }

  /// Whether the result does not fail the run.
  package var isSuccess: Bool { status.isSuccess(hasFailures: !failures.isEmpty) }

  /// The code or the kind of the first failure, else the status.
  var failureType: String {
    guard let failure = failures.first, failure.kind != Failure.parse else {
      return status.rawValue
    }
    return failure.code ?? failure.kind
  }
}
