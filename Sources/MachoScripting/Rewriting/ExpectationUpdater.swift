import Foundation

/// Rewrites a script's expectations from two runs of it, which must agree.
package struct ExpectationUpdater {
  /// Where the new expectations go.
  package enum Destination: Hashable, Sendable {
    /// Into the script.
    case script
    /// Into a file beside it, until somebody has looked.
    case pendingFile
  }

  private let mode: ScriptRewriter.Mode
  private let destination: Destination

  /// Makes an updater that writes some gutters.
  package init(mode: ScriptRewriter.Mode, destination: Destination = .script) {
    self.mode = mode
    self.destination = destination
  }

  /// Runs a script twice and writes what came. It is left as it is when a command fails in it, when
  /// it crashes or takes too long, when the two runs differ, or when it was changed meanwhile.
  package func update(path: String, run: (_ path: String) -> ScriptRun) -> ScriptResult {
    do throws(FileError) {
      let before = try ScriptFiles.read(path)
      let first = run(path)
      guard canUpdate(first.result), let script = try? ScriptParser.parse(before) else {
        return first.result
      }
      let second = run(path)
      if let difference = nonDeterminismResult(first, second, script) { return difference }
      let rewritten = ScriptRewriter.rewrite(script, outputs: first.outputs, mode: mode)
      guard !rewritten.changed.isEmpty else {
        if destination == .pendingFile { try removePending(madeOf: before, path) }
        return first.result
      }
      guard try ScriptFiles.read(path) == before else {
        throw FileError("update", path, reason: "it was changed while it ran")
      }
      let text = Array(rewritten.text.utf8)
      switch destination {
      case .script:
        try AtomicFile.write(text, to: path)
        try removePending(madeOf: before, path)
      case .pendingFile:
        let file = PendingFile(of: before, becoming: text)
        try AtomicFile.write(file.bytes, to: PendingFile.path(of: path))
      }
      return updatedResult(first.result, rewritten.changed, of: script)
    } catch {
      return ScriptResult(path: path, status: .unreadable(error.description))
    }
  }

  /// Whether the script ran to its end, and only its expectations may be wrong.
  private func canUpdate(_ result: ScriptResult) -> Bool {
    switch result.status {
    case .passed, .skipped: return true
    case .failed:
      return result.failures.allSatisfy {
        $0.kind == .mismatch || $0.kind == .uncompared || $0.kind == .stale
      }
    case .stale: return true
    case .failedAsExpected, .updated, .pending, .unparsable, .unreadable, .crashed, .timedOut:
      return false
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
    let outputs = [first, second].map { run in
      index < run.outputs.count ? run.outputs[index] ?? [] : []
    }
    result.failures = [
      .init(
        kind: .notDeterministic, step: index, line: step?.lines.lowerBound ?? 1, phase: nil,
        command: step?.text ?? "", code: "not-deterministic",
        report: ["first run:"] + MismatchFormatter.lines(forActual: outputs[0]) + ["second run:"]
          + MismatchFormatter.lines(forActual: outputs[1])
          + ["not-deterministic: two runs differ, so nothing was written"])
    ]
    return result
  }

  /// What is left of the failures once some gutters are new.
  private func updatedResult(
    _ result: ScriptResult, _ changed: [Int], of script: Script
  ) -> ScriptResult {
    var result = result
    result.failures.removeAll { failure in failure.step.map(changed.contains) ?? false }
    result.counts.updated = changed.count
    result.counts.uncompared -= changed.count { script.steps[$0].expectedOutput == nil }
    if destination == .pendingFile { result.pending = PendingFile.path(of: result.path) }
    let isRight = result.failures.allSatisfy { $0.kind == .stale }
    result.status = isRight ? destination == .script ? .updated : .pending : .failed
    return result
  }

  /// Takes away what an earlier review proposed for the script that was there, and that is known
  /// now to be out of date. What was made from another one stays, for somebody to look at.
  private func removePending(madeOf script: [UInt8], _ path: String) throws(FileError) {
    let file = PendingFile.path(of: path)
    guard ScriptFiles.exists(file),
      PendingFile(reading: try ScriptFiles.read(file))?.isBased(of: script) ?? false
    else { return }
    if unlink(file) != 0, errno != ENOENT { throw FileError("remove", file) }
  }
}
