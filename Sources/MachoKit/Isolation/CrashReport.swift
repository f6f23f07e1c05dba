import Foundation
import MachoSessions
import MachoSystem

/// Why the last run of a program ended, from the report that its crash handlers wrote.
struct CrashReport {
  /// What happened, and where.
  let diagnostic: Diagnostic
  /// The signal of a crash.
  let signal: Int32?
  /// What the program had printed to the report before.
  let output: String

  /// Reads a report. Returns `nil` if it is empty.
  init?(contentsOf report: Int32) {
    var bytes = [UInt8](repeating: 0, count: 1 << 18)
    let count = pread(report, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    self.init(String(decoding: bytes[..<count], as: UTF8.self))
  }

  init(_ report: String) {
    let lines = report.split(separator: "\n", omittingEmptySubsequences: false)
    let backtrace = lines.lastIndex { $0.hasPrefix("*** Signal ") } ?? lines.endIndex
    let reason = lines[..<backtrace].lastIndex {
      ProcessRestart.Reason(rawValue: String($0)) != nil || Self.crash(in: $0) != nil
    }
    let printed = lines[..<(reason ?? lines.startIndex)]
    output = printed.joined(separator: "\n")
    let explanation = CrashSummary((printed + lines[backtrace...]).joined(separator: "\n")).lines
    let crash = reason.flatMap { Self.crash(in: lines[$0]) }
    signal = crash?.signal
    switch reason.flatMap({ ProcessRestart.Reason(rawValue: String(lines[$0])) }) {
    case .interrupt:
      diagnostic = Diagnostic("interrupted", "the line did not stop", notes: explanation)
    case .exit:
      diagnostic = Diagnostic("crashed", "the feature exited the process", notes: explanation)
    case nil:
      diagnostic = Diagnostic(
        "crashed", crash?.description ?? "the process ended", notes: explanation)
    }
  }

  private static func crash(in line: Substring) -> ChildReport.Crash? {
    var report = ChildReport(path: "")
    report.consume(String(line))
    return report.crash
  }

  /// The outcome of the line that crashed. Its text is empty if no line was running.
  func outcome(of text: String?) -> Outcome {
    Outcome(
      text: text ?? "", line: text.flatMap { try? Line(parsing: $0) }, failure: diagnostic)
  }

  /// The message of a run that crashed before its prompt was ready.
  func lines(afterFailedStart text: String?) -> [String] {
    let line = text.map {
      "macho: the process crashed at this line:  \(CrashNote.excerpt(of: $0))"
    }
    return ["\(diagnostic.code): \(diagnostic.message)"] + diagnostic.notes.map { "  \($0)" }
      + (line.map { [$0] } ?? [])
  }
}
