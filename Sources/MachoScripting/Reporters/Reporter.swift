import MachoReporting

/// Formats the results of scripts while they run.
///
/// All lines are returned without newlines. A reporter may keep state between calls.
package protocol Reporter {
  /// Starts a report of scripts. Returns its first lines.
  mutating func start(scripts paths: [String]) -> [StyledLine]
  /// Reports one result. Returns its lines.
  ///
  /// The results have the order of the paths in `start(scripts:)`. Unfinished scripts are omitted.
  mutating func report(_ result: ScriptResult) -> [StyledLine]
  /// Finishes the report. Returns its last lines.
  mutating func finish(_ summary: RunSummary) -> [StyledLine]
}

/// The results of a whole run.
package struct RunSummary {
  /// All results, in order.
  package var results: [ScriptResult]
  /// The wall-clock duration of the run.
  package var duration: Duration
  /// The signal that interrupted the run. `nil` if it finished.
  package var interruption: String?
  /// The number of scripts without a result because of the interruption.
  package var unfinished: Int
  /// The listed features that no script has opened. `nil` if coverage was not requested.
  package var unopenedFeatures: [String]?

  /// Creates a summary.
  package init(
    results: [ScriptResult], duration: Duration, interruption: String? = nil, unfinished: Int = 0
  ) {
    self.results = results
    self.duration = duration
    self.interruption = interruption
    self.unfinished = unfinished
  }

  /// A sentence about the interruption. `nil` if the run finished.
  var interruptionText: String? {
    interruption.map { ReportEnd.interruptionText($0, unfinished: unfinished) }
  }

  /// The last event of a report.
  var end: ReportEnd {
    var end = ReportEnd(
      results.map { ReportedScript($0) }, durationMs: duration.milliseconds,
      interruption: interruption, unfinished: unfinished)
    end.unopened = unopenedFeatures
    return end
  }
}

/// The report formats.
package enum ReportFormat: String, CaseIterable, Sendable {
  /// Readable text. The default.
  case pretty
  /// Readable text, phase by phase.
  case spec
  /// TAP version 14.
  case tap
  /// TAP version 13, for consumers that reject later versions, such as older versions of Perl's
  /// harness.
  case tap13
  /// JUnit XML.
  case junit
  /// One JSON object per line.
  case jsonl

  /// Whether people read the format. Only such reports have colors.
  package var isReadable: Bool { self == .pretty || self == .spec }

  /// Returns a new reporter for the format.
  ///
  /// - Parameter shard: The part of a suite that runs. Formats that can be merged contain it.
  package func reporter(shard: ReportShard? = nil) -> any Reporter {
    switch self {
    case .pretty: PrettyReporter()
    case .spec: SpecReporter()
    case .tap: TAPReporter()
    case .tap13: TAPReporter(version: 13)
    case .junit: JUnitReporter(shard: shard)
    case .jsonl: JSONLinesReporter(shard: shard)
    }
  }
}

extension ScriptResult {
  /// The status of a result as one word, for machine-readable formats.
  package enum Verdict: String, Codable, Sendable {
    case passed, failed, skipped, updated, pending, stale, unparsable, unreadable, crashed
    case failedAsExpected = "failed-as-expected"
    case timedOut = "timed-out"

    /// Whether a script with this verdict does not fail the run.
    func isSuccess(hasFailures: Bool) -> Bool {
      switch self {
      case .passed, .skipped, .failedAsExpected: true
      case .updated: !hasFailures
      case .failed, .pending, .stale, .unparsable, .unreadable, .crashed, .timedOut: false
      }
    }
  }

  package var verdict: Verdict {
    switch status {
    case .passed: .passed
    case .failed: .failed
    case .skipped: .skipped
    case .failedAsExpected: .failedAsExpected
    case .updated: .updated
    case .pending: .pending
    case .stale: .stale
    case .unparsable: .unparsable
    case .unreadable: .unreadable
    case .crashed: .crashed
    case .timedOut: .timedOut
    }
  }

  /// Whether the result does not fail the run.
  package var isSuccess: Bool { verdict.isSuccess(hasFailures: !failures.isEmpty) }

  /// The first failure, or the reason for a skip, in one line. `nil` if the script passed.
  var summary: String? {
    switch status {
    case .passed: nil
    case .skipped(let reason), .failedAsExpected(let reason): reason
    case .pending: "pending expectations in \(pending ?? path)"
    case .updated, .stale, .failed: failures.first.map { "line \($0.line): \($0.summary)" }
    case .unparsable(let errors): errors.first.map { "line \($0.line): \($0.message)" }
    case .unreadable(let reason): reason
    case .crashed(let signal): linePrefix + signal
    case .timedOut: linePrefix + "timed out"
    }
  }

  private var linePrefix: String { failures.first.map { "line \($0.line): " } ?? "" }

  /// The line of the first failure.
  var firstLine: Int? {
    if case .unparsable(let errors) = status { return errors.first?.line }
    return failures.first?.line
  }

  /// The failures, formatted as in the pretty report.
  var details: [StyledLine] { Array(PrettyReporter.lines(for: self).dropFirst()) }

  /// The duration in milliseconds, with microsecond precision.
  var milliseconds: Double { duration.milliseconds }
}

extension Duration {
  /// The duration in milliseconds, with microsecond precision.
  var milliseconds: Double {
    let microseconds = components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    return Double(microseconds) / 1000
  }

  /// The duration in seconds, with six decimal digits and without an exponent.
  var secondsText: String {
    let digits = String(components.attoseconds / 1_000_000_000_000)
    return "\(components.seconds)." + String(repeating: "0", count: 6 - digits.count) + digits
  }
}

extension ScriptResult.Failure {
  /// The failure in one line.
  var summary: String {
    switch kind {
    case .mismatch: "the output differs"
    case .diagnostic: sentence ?? "the command failed"
    case .uncompared: "the output is not compared"
    case .endOfFile: "at end of file: \(sentence ?? "'finish' failed")"
    case .stale: sentence ?? "the expectation is stale"
    case .notDeterministic: "two runs differ"
    case .order: "fails in another order: \(sentence ?? "the output differs")"
    case .crash: "the command crashed"
    case .timeOut: "the command timed out"
    case .unexpectedPass: "the script passes despite 'xfail'"
    }
  }

  /// The code and the message.
  private var sentence: String? {
    code.map { code in message.map { "\(code): \($0)" } ?? code }
  }
}
