import Foundation
import MachoExploration
import MachoScripting
import MachoSystem

/// The scripts of findings in a directory.
struct CounterexampleFiles {
  let directory: String
  let feature: String
  /// What a script begins with.
  var prefix: RunPrefix
  /// The command that finds the same failures, for a comment.
  let command: String

  /// A script in the directory.
  struct File {
    let path: String
    let script: CounterexampleScript
    /// Whether an earlier exploration wrote it.
    let existed: Bool

    /// Removes the script, unless it is older than this exploration.
    func remove() {
      if !existed { unlink(path) }
    }
  }

  /// Writes the script of a finding. A script with the same lines is not replaced.
  func write(_ lines: RunDescription, _ finding: Finding) throws(FileError) -> File {
    let script = script(lines, finding)
    let path = path(of: script.name)
    let existed = ScriptFiles.exists(path)
    if !existed { try AtomicFile.write(Array(script.text.utf8), to: path) }
    return File(path: path, script: script, existed: existed)
  }

  /// Returns the script of a finding.
  func script(_ lines: RunDescription, _ finding: Finding) -> CounterexampleScript {
    CounterexampleScript(lines, finding, feature: feature, prefix: prefix, command: command)
  }

  /// Returns the path of a file in the directory.
  func path(of name: String) -> String { (directory == "." ? "" : directory + "/") + name }
}
