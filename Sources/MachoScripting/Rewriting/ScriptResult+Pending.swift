import MachoReporting
import MachoSystem

extension ScriptResult {
  /// Creates the result of a missing script that still has a pending file. Returns `nil` otherwise.
  package init?(orphanOf path: String) {
    guard !ScriptFiles.exists(path), ScriptFiles.exists(PendingFile.path(of: path)) else {
      return nil
    }
    self = ScriptResult(path: path, status: .passed).includingPending
  }

  /// The result, including the script's pending file: the status becomes pending, or stale if the
  /// file cannot be accepted.
  package var includingPending: ScriptResult {
    guard pending == nil else { return self }
    do throws(FileError) {
      guard let script = try PendingScript(path: path) else { return self }
      return script.problem.map { markedStale($0) } ?? markedPending(in: script.file)
    } catch {
      return markedStale(PendingError(code: "no-such-file", message: error.description))
    }
  }

  /// The scripts whose pending files the result names: the script itself, and files that it sources.
  package var pendingScripts: [String] {
    let own = pending == PendingFile.path(of: path) ? [path] : []
    return own + updatedFiles.filter { $0.pending != nil }.map(\.path)
  }

  private func markedPending(in file: String) -> ScriptResult {
    var result = self
    result.pending = file
    switch status {
    case .passed, .skipped, .failedAsExpected, .stale, .updated: result.status = .pending
    case .failed, .pending, .unparsable, .unreadable, .crashed, .timedOut: break
    }
    return result
  }

  private func markedStale(_ problem: PendingError) -> ScriptResult {
    var result = self
    result.failures.append(
      .init(
        kind: .stale, step: nil, line: 1, phase: nil, command: PendingFile.path(of: path),
        code: problem.code, message: problem.message,
        report: StyledLine.plain(problem.lines)))
    switch status {
    case .passed, .skipped, .failedAsExpected: result.status = .stale
    case .failed, .pending, .stale, .updated, .unparsable, .unreadable, .crashed, .timedOut: break
    }
    return result
  }
}
