import Foundation
import MachoReporting
import MachoSystem

/// Updates the expectations of a script from two runs with equal output.
package struct ExpectationUpdater {
  /// The file to which new expectations are written.
  package enum Destination: Hashable, Sendable {
    /// The script.
    case script
    /// The script's pending file, for review.
    case pendingFile
  }

  private let mode: ScriptRewriter.Mode
  package let destination: Destination

  /// Creates an updater.
  package init(mode: ScriptRewriter.Mode, destination: Destination = .script) {
    self.mode = mode
    self.destination = destination
  }

  /// Runs a script twice and writes its output as new expectations.
  ///
  /// Writes nothing if a command fails, the script crashes or times out, the two runs differ, or the
  /// file changes during the runs.
  package func update(path: String, run: (_ path: String) -> ScriptRun) -> ScriptResult {
    do throws(FileError) {
      let before = try ScriptFiles.read(path)
      let first = run(path)
      if let reason = reasonNotToUpdate(first.result) {
        var result = first.result
        result.notUpdated = reason
        return result
      }
      guard let script = try? ScriptParser.parse(before) else { return first.result }
      let second = run(path)
      if let difference = nonDeterminismResult(first, second, script) { return difference }
      let rewritten = ScriptRewriter.rewrite(script, outputs: first.outputs, mode: mode)
      guard !rewritten.changed.isEmpty else {
        if destination == .pendingFile { try removePending(basedOn: before, path) }
        return first.result
      }
      guard try ScriptFiles.read(path) == before else {
        throw FileError("update", path, reason: "the file changed during the run")
      }
      let text = Array(rewritten.text.utf8)
      switch destination {
      case .script:
        try AtomicFile.write(text, to: path)
        try removePending(basedOn: before, path)
      case .pendingFile:
        try PendingFile(of: before, becoming: text).write(for: path)
      }
      return updatedResult(first.result, rewritten.changed, of: script)
    } catch {
      return ScriptResult(path: path, status: .unreadable(error.description))
    }
  }

  /// Returns why a script cannot be updated. Returns `nil` if it ran to its end and only its
  /// expectations failed.
  private func reasonNotToUpdate(_ result: ScriptResult) -> String? {
    switch result.status {
    case .passed, .skipped, .stale: nil
    case .failed:
      result.failures.first { ![.mismatch, .uncompared, .stale].contains($0.kind) }
        .map { "line \($0.line) fails" }
    case .failedAsExpected: "an expected failure has no output"
    case .unparsable: "it cannot be parsed"
    case .crashed: result.failures.first.map { "line \($0.line) crashes" } ?? "it crashes"
    case .timedOut: result.failures.first.map { "line \($0.line) times out" } ?? "it times out"
    case .updated, .pending, .unreadable: "it was not run"
    }
  }

  private func nonDeterminismResult(
    _ first: ScriptRun, _ second: ScriptRun, _ script: Script
  ) -> ScriptResult? {
    guard first.outputs != second.outputs else { return nil }
    let pairs = zip(first.outputs, second.outputs)
    let index =
      Array(pairs).firstIndex { $0.0 != $0.1 } ?? min(first.outputs.count, second.outputs.count)
    var result = first.result
    result.status = .failed
    let step = index < script.steps.count ? script.steps[index] : nil
    func output(_ run: ScriptRun) -> [StyledLine] {
      let lines = index < run.outputs.count ? run.outputs[index] ?? [] : []
      return MismatchFormatter.lines(forActual: lines.map { StyledLine($0.text) })
    }
    let message = "the two runs differ; nothing was written"
    var report = [StyledLine("first run:")] + output(first)
    report += [StyledLine("second run:")] + output(second)
    report.append(StyledLine("not-deterministic: \(message)", .problem))
    result.failures = [
      .init(
        kind: .notDeterministic, step: index, line: step?.lines.lowerBound ?? 1, phase: nil,
        command: step?.text ?? "", code: "not-deterministic",
        message: message, report: report)
    ]
    return result
  }

  /// Returns the result after an update: without the failures of updated expectations.
  private func updatedResult(
    _ result: ScriptResult, _ changed: [Int], of script: Script
  ) -> ScriptResult {
    var result = result
    let changedSteps = Set(changed)
    result.failures.removeAll { failure in failure.step.map(changedSteps.contains) ?? false }
    result.counts.updated = changed.count
    result.counts.uncompared -= changed.count { script.steps[$0].expectedOutput == nil }
    if destination == .pendingFile { result.pending = PendingFile.path(of: result.path) }
    let hasOnlyStale = result.failures.allSatisfy { $0.kind == .stale }
    result.status = hasOnlyStale ? destination == .script ? .updated : .pending : .failed
    return result
  }

  /// Removes the outdated pending file of an earlier review of the same script.
  ///
  /// A file created from another version of the script stays, for the user to review.
  private func removePending(basedOn script: [UInt8], _ path: String) throws(FileError) {
    let file = PendingFile.path(of: path)
    guard ScriptFiles.exists(file),
      PendingFile(reading: try ScriptFiles.read(file))?.isBased(on: script) ?? false
    else { return }
    if unlink(file) != 0, errno != ENOENT { throw FileError("remove", file) }
  }
}
