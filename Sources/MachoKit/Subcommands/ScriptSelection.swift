import MachoScripting

/// The scripts that a subcommand works on, and the status that it ends with.
struct ScriptSelection {
  private(set) var files: [String]
  private(set) var status: ExitStatus

  /// Finds the scripts of some paths, of the working directory when there are none.
  init(_ paths: [String]) {
    let found = ScriptFiles.find(paths.isEmpty ? ["."] : paths)
    for error in found.errors { printError("\(error)") }
    files = found.files
    status = .passed
    if !found.errors.isEmpty { add(.usage) }
    if files.isEmpty {
      if found.errors.isEmpty { printError("no .macho file was found") }
      add(.nothingSelected)
    }
  }

  /// Takes scripts that were found before.
  init(files: [String]) {
    self.files = files
    status = .passed
  }

  /// Adds scripts that are gone and left new expectations behind.
  mutating func addOrphans(of paths: [String]) {
    files += ScriptFiles.findPending(paths).scripts.filter { !ScriptFiles.exists($0) }
  }

  /// Keeps some of the scripts; where that leaves none, says why, and whether that is right.
  mutating func keep(
    orSay why: String, _ emptiness: ExitStatus = .nothingSelected,
    where isKept: (String) throws -> Bool
  ) rethrows {
    guard !files.isEmpty else { return }
    files = try files.filter(isKept)
    guard files.isEmpty else { return }
    printError(why)
    add(emptiness)
  }

  /// Takes a status into account.
  mutating func add(_ other: ExitStatus) { status = min(status, other) }

  /// Ends the subcommand with the weightiest status.
  func finish() throws {
    if status != .passed { throw status }
  }
}
