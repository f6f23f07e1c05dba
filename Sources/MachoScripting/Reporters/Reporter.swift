import Foundation

/// One form of telling what came of scripts, written while they run.
///
/// Lines come without their newlines. A report is one value: what it has said it may remember.
package protocol Reporter {
  /// The lines before anything ran.
  mutating func start(_ paths: [String]) -> [String]
  /// The lines of one script; scripts come in the order of `begin`, those that did not end are left
  /// out.
  mutating func report(_ result: ScriptResult) -> [String]
  /// The lines behind the last script.
  mutating func finish(_ end: RunSummary) -> [String]
}

/// What is known when all is over.
package struct RunSummary {
  /// All results, in their order.
  package var results: [ScriptResult]
  /// The wall-clock time that everything took.
  package var duration: Duration
  /// The signal that ended the run before its time.
  package var interruption: String?
  /// How many scripts have no result for that reason.
  package var unfinished: Int

  /// Makes the end of a run.
  package init(
    results: [ScriptResult], duration: Duration, interruption: String? = nil, unfinished: Int = 0
  ) {
    self.results = results
    self.duration = duration
    self.interruption = interruption
    self.unfinished = unfinished
  }

  /// What an interruption left undone, as a sentence.
  var interruptionText: String? {
    interruption.map {
      "interrupted by \($0): \(unfinished) script\(unfinished == 1 ? "" : "s") did not end"
    }
  }
}

/// The forms that there are.
package enum ReportFormat: String, CaseIterable, Sendable {
  /// For people.
  case pretty
  /// For people, phase by phase.
  case spec
  /// TAP version 14.
  case tap
  /// The same for who refuses a version above 13, as Perl's harness did for long.
  case tap13
  /// JUnit's XML.
  case junit
  /// A JSON object a line.
  case jsonl

  /// A report that has said nothing yet.
  package var reporter: any Reporter {
    switch self {
    case .pretty: PrettyReporter()
    case .spec: SpecReporter()
    case .tap: TAPReporter()
    case .tap13: TAPReporter(version: 13)
    case .junit: JUnitReporter()
    case .jsonl: JSONLinesReporter()
    }
  }
}

extension ScriptResult {
  /// What a result means, in one word; the reports that machines read have no other.
  enum Verdict: String {
    case passed, failed, skipped, updated, pending, stale, unparsable, unreadable, crashed
    case failedAsExpected = "failed-as-expected"
    case timedOut = "timed-out"
  }

  var verdict: Verdict {
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

  /// Whether nothing is wrong.
  package var isSuccess: Bool {
    switch status {
    case .passed, .skipped, .failedAsExpected: true
    case .updated: failures.isEmpty
    case .failed, .pending, .stale, .unparsable, .unreadable, .crashed, .timedOut: false
    }
  }

  /// What is wrong, or why a script was left out, in one line; nil where nothing is to be said.
  var summary: String? {
    switch status {
    case .passed: nil
    case .skipped(let why), .failedAsExpected(let why): why
    case .pending: "new expectations wait in \(pending ?? path)"
    case .updated, .stale, .failed: failures.first.map { "line \($0.line): \($0.summary)" }
    case .unparsable(let errors): errors.first.map { "line \($0.line): \($0.message)" }
    case .unreadable(let why): why
    case .crashed(let signal): linePrefix + signal
    case .timedOut: linePrefix + "it took too long"
    }
  }

  private var linePrefix: String { failures.first.map { "line \($0.line): " } ?? "" }

  /// Where to look first.
  var firstLine: Int? {
    if case .unparsable(let errors) = status { return errors.first?.line }
    return failures.first?.line
  }

  /// Everything that is wrong, as the report for people tells it.
  var details: [String] { Array(PrettyReporter.lines(for: self).dropFirst()) }

  /// Milliseconds, with three digits behind the point.
  var milliseconds: Double { duration.milliseconds }
}

extension Duration {
  /// Milliseconds, with three digits behind the point.
  var milliseconds: Double {
    let microseconds = components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    return Double(microseconds) / 1000
  }

  /// Seconds, with six digits behind the point and no exponent.
  var secondsText: String {
    let digits = String(components.attoseconds / 1_000_000_000_000)
    return "\(components.seconds)." + String(repeating: "0", count: 6 - digits.count) + digits
  }
}

extension ScriptResult.Failure {
  /// What is wrong, in one line.
  var summary: String {
    switch kind {
    case .mismatch: "the output differs"
    case .diagnostic: message ?? "the command failed"
    case .uncompared: "the output is compared with nothing"
    case .endOfFile: "at end of file, \(message ?? "which is a 'finish'")"
    case .stale: message ?? "no run compares this"
    case .notDeterministic: "two runs differ"
    case .crash: "the command ended the process"
    case .timeOut: "the command took too long"
    case .unexpectedPass: "the script passes, though it says 'xfail'"
    }
  }

  /// The code and the sentence of a diagnostic, as they stand in the report.
  private var message: String? {
    guard let code else { return nil }
    return report.lazy.compactMap { line in
      line.range(of: code + ": ").map { String(line[$0.lowerBound...]) }
    }.first ?? code
  }
}
