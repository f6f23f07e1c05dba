import Composable
import Foundation
import IssueReporting
import MachoArchitectures
import MachoDiff
import MachoLocks
import MachoSessions

/// Collects the issues that a feature reports. They fail the line that is running.
final class IssueCollector: Sendable {
  private let context: RunContext
  private let problems = Lock<[Diagnostic]>([])

  /// Creates a collector for a store in a context. Default: `test`.
  init(context: RunContext = .test) { self.context = context }

  /// Runs `body`. Collects the issues that it and its tasks report.
  func collect<Result>(_ body: () throws -> Result) rethrows -> Result {
    try withIssueReporters([Reporter(collector: self)], operation: body)
  }

  /// Records an uncaught error of an effect.
  func recordUncaught(_ error: any Error, at callSite: CallSite, advice: String) {
    let location = Self.location(fileID: callSite.fileID, line: callSite.line)
    var problem = Diagnostic(
      "effect-failed", "an effect threw an uncaught error: \(Self.text(of: error))",
      notes: ["at \(location)", "catch it there:  \(advice)"], locations: [location])
    // The place lacks a handler, whatever it throws.
    problem.identity = "uncaught"
    problems.withLock { $0.append(problem) }
  }

  /// Records an issue.
  ///
  /// - Parameter identity: The text without the error that caused it. Default: the first line of the message.
  private func record(
    _ message: String, identity: String? = nil, fileID: StaticString, line: UInt
  ) {
    let text = message.split(separator: "\n", omittingEmptySubsequences: true)
      .map { String($0).withoutAddresses }
    let location = Self.location(fileID: fileID, line: line)
    var problem = Diagnostic(
      "issue", text.first ?? "an issue",
      notes: text.dropFirst() + ["at \(location)"] + StubAdvice.notes(in: context),
      locations: [location])
    problem.dependsOnContext = MissingDependency.current != nil
    problem.isOfPresentation = DismissEffect.isReportingAbsence
    problem.isOfEndpoint = context == .live && EffectContext.isInEndpoint
    problem.identity = Self.withoutValues(identity ?? problem.message)
    problems.withLock { $0.append(problem) }
  }

  /// Returns the message of an issue without what may differ from run to run: numbers and
  /// quoted names.
  private static func withoutValues(_ message: String) -> String {
    message.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset.isMultiple(of: 2) }
      .map { $0.element.filter { !$0.isNumber } }.joined()
  }

  /// Returns the description of an error, which is the same in each run.
  private static func text(of error: any Error) -> String {
    guard let message = error.systemMessage else {
      return type(of: error) is NSError.Type
        ? text(of: error as NSError) : stableDescription(of: error)
    }
    let path = (error as? CocoaError)?.filePath
    return (path.map { $0 + ": " } ?? "") + message
  }

  /// Returns the domain, the code and the message of an error. Its other information is unordered.
  private static func text(of error: NSError) -> String {
    let message = error.userInfo[NSLocalizedDescriptionKey] as? String
    return "\(error.domain) \(error.code)" + (message.map { ": \($0)" } ?? "")
  }

  /// Returns and clears the problems since the last call.
  func takeProblems() -> [Diagnostic] {
    problems.withLock { problems in
      defer { problems = [] }
      return problems
    }
  }

  private static func location(fileID: StaticString, line: UInt) -> CodeLocation {
    let file = "\(fileID)".split(separator: "/").last.map(String.init) ?? "?"
    return CodeLocation(file: file, line: Int(line))
  }

  private struct Reporter: IssueReporter {
    let collector: IssueCollector

    func reportIssue(
      _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
      filePath: StaticString, line: UInt, column: UInt
    ) {
      guard severity == .error else { return }
      collector.record(message() ?? "an issue without a message", fileID: fileID, line: line)
    }

    func reportIssue(
      _ error: any Error, _ message: @autoclosure () -> String?, fileID: StaticString,
      filePath: StaticString, line: UInt, column: UInt
    ) {
      let detail = message().map { ": " + $0 } ?? ""
      collector.record(
        "Caught error: \(error)" + detail, identity: "Caught error" + detail, fileID: fileID,
        line: line)
    }
  }
}
