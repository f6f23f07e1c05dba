import Foundation
import MachoScripting

/// The scripts that a subcommand works on, and its exit status.
struct ScriptSelection {
  /// The scripts, or cases of them.
  private(set) var scripts: [SelectedScript]
  private(set) var status: ExitStatus

  /// Finds the scripts below some paths. Default: the working directory.
  ///
  /// - Parameter includingProperties: Whether files of properties in directories are scripts. Default:
  ///   `false`.
  init(_ paths: [String], includingProperties: Bool = false) {
    let found = ScriptFiles.find(
      paths.isEmpty ? ["."] : paths, includingProperties: includingProperties)
    for error in found.errors { printError("\(error)") }
    scripts = found.files.map { SelectedScript(path: $0) }
    status = .passed
    if !found.errors.isEmpty { add(.usage) }
    if files.isEmpty {
      if found.errors.isEmpty { printError(Self.emptinessMessage(paths)) }
      add(.nothingSelected)
    }
  }

  /// Returns the message for paths without a script: it says where it looked.
  private static func emptinessMessage(_ paths: [String]) -> String {
    let directories = (paths.isEmpty ? ["."] : paths)
      .map { URL(fileURLWithPath: $0).standardizedFileURL.path }
    return "no .macho file was found in \(directories.joined(separator: " or ")), at any depth"
      + " (hidden directories are not searched)"
  }

  /// Selects known scripts.
  init(files: [String]) {
    scripts = files.map { SelectedScript(path: $0) }
    status = .passed
  }

  /// The paths of the scripts, each once.
  var files: [String] {
    var seen: Set<String> = []
    return scripts.map(\.path).filter { seen.insert($0).inserted }
  }

  /// Selects the cases of each specification instead of the script.
  mutating func expandCases() { scripts = files.flatMap(SelectedScript.all) }

  /// Adds missing scripts that have pending expectations.
  mutating func addOrphans(of paths: [String]) {
    scripts += ScriptFiles.findPending(paths).scripts.filter { !ScriptFiles.exists($0) }
      .map { SelectedScript(path: $0) }
  }

  /// Filters the scripts. If none is left, prints a message and records `emptiness`.
  mutating func keep(
    orReport message: String, _ emptiness: ExitStatus = .nothingSelected,
    where predicate: (SelectedScript) throws -> Bool
  ) rethrows {
    guard !scripts.isEmpty else { return }
    scripts = try scripts.filter(predicate)
    guard scripts.isEmpty else { return }
    printError(message)
    add(emptiness)
  }

  /// Records a status; the one that takes precedence wins.
  mutating func add(_ other: ExitStatus) { status = min(status, other) }

  /// Throws the status that takes precedence, unless it is `passed`.
  func finish() throws {
    if status != .passed { throw status }
  }
}
