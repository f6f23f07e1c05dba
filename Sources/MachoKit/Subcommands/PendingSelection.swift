import MachoScripting
import MachoSystem

/// The scripts that have pending expectations, and the exit status of a subcommand.
struct PendingSelection {
  /// The pending expectations, by script.
  private(set) var pending: [PendingScript] = []
  private(set) var status = ExitStatus.passed

  /// Finds the pending expectations of scripts and directories. Default: the working directory.
  init(_ paths: [String]) {
    for path in paths.isEmpty ? ["."] : paths {
      let found = ScriptFiles.findPending([path])
      for error in found.errors { report(error) }
      if found.scripts.isEmpty, found.errors.isEmpty, !paths.isEmpty {
        printError("nothing-pending: no pending expectations for \(path)")
        add(.nothingSelected)
      }
    }
    for script in ScriptFiles.findPending(paths.isEmpty ? ["."] : paths).scripts {
      do throws(FileError) {
        if let script = try PendingScript(path: script) { pending.append(script) }
      } catch {
        report(error)
      }
    }
  }

  /// Reports a file that cannot be read or written.
  mutating func report(_ error: FileError) {
    printError("\(error)")
    add(.usage)
  }

  /// Reports a pending file that cannot be accepted.
  mutating func report(_ error: PendingError) {
    printError("\(error)")
    add(["pending-stale", "pending-orphaned"].contains(error.code) ? .pending : .usage)
  }

  /// Records a status; the one that takes precedence wins.
  mutating func add(_ other: ExitStatus) { status = min(status, other) }

  /// Runs `action` for each pending script and ends the subcommand.
  static func process(
    _ paths: [String], with action: (PendingScript, inout PendingSelection) -> Void
  ) throws {
    var selection = PendingSelection(paths)
    for pending in selection.pending { action(pending, &selection) }
    if selection.pending.isEmpty, paths.isEmpty {
      printError("nothing is pending")
      selection.add(.nothingSelected)
    }
    try selection.finish()
  }

  /// Throws the status that takes precedence, unless it is `passed`.
  func finish() throws {
    if status != .passed { throw status }
  }
}
