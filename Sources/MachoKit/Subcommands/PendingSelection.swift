import MachoScripting

/// The scripts beside which new expectations wait, and the status that a subcommand ends with.
struct PendingSelection {
  /// The scripts, with what waits for each.
  private(set) var pending: [PendingScript] = []
  private(set) var status = ExitStatus.passed

  /// Finds what waits for some scripts and below some directories, below the working directory
  /// without any.
  init(_ paths: [String]) {
    for path in paths.isEmpty ? ["."] : paths {
      let found = ScriptFiles.findPending([path])
      for error in found.errors { report(error) }
      if found.scripts.isEmpty, found.errors.isEmpty, !paths.isEmpty {
        printError("nothing-pending: nothing waits for \(path)")
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

  /// Tells of a file that the system does not let us have.
  mutating func report(_ error: FileError) {
    printError("\(error)")
    add(.usage)
  }

  /// Tells of a pending file that cannot be accepted.
  mutating func report(_ error: PendingError) {
    printError("\(error)")
    add(["pending-stale", "pending-orphaned"].contains(error.code) ? .pending : .usage)
  }

  /// Takes a status into account.
  mutating func add(_ other: ExitStatus) { status = min(status, other) }

  /// Does one thing with all that waits, and ends the subcommand.
  static func process(
    _ paths: [String], by act: (PendingScript, inout PendingSelection) -> Void
  ) throws {
    var selection = PendingSelection(paths)
    for pending in selection.pending { act(pending, &selection) }
    if selection.pending.isEmpty, paths.isEmpty {
      printError("nothing is pending")
      selection.add(.nothingSelected)
    }
    try selection.finish()
  }

  /// Ends the subcommand with the weightiest status.
  func finish() throws {
    if status != .passed { throw status }
  }
}
