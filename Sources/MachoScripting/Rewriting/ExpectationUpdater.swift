import Foundation
import MachoSystem

/// Updates the expectations of a script from two runs with equal output.
///
/// The cases of a specification are updated together, because they share a file and the commands of
/// `before each`.
package struct ExpectationUpdater {
  /// The file to which new expectations are written.
  package enum Destination: Hashable, Sendable {
    /// The script.
    case script
    /// The script's pending file, for review.
    case pendingFile
  }

  let mode: ScriptRewriter.Mode
  package let destination: Destination

  /// Creates an updater.
  package init(mode: ScriptRewriter.Mode, destination: Destination = .script) {
    self.mode = mode
    self.destination = destination
  }

  /// Runs a script twice and writes its output as new expectations.
  ///
  /// Leaves the expectations of failed commands and of those that depend on them. Writes nothing of a run
  /// if the script crashes or times out, or the two runs differ. Writes nothing at all if the file changes
  /// during the runs.
  ///
  /// - Parameters:
  ///   - cases: The cases to run. Default: `nil` alone (the script is no specification).
  ///   - run: Runs a case, or the script.
  package func update(
    path: String, cases: [ScriptCase?] = [nil], run: (ScriptCase?) -> ScriptRun
  ) -> [ScriptResult] {
    do throws(FileError) {
      let before = try ScriptFiles.read(path)
      let first = cases.map(run)
      let parsed = try? ScriptParser.parse(before)
      var updates = zip(cases, first).map { specCase, run in
        Update(run, parsed?.run(ofCaseAt: specCase?.line))
      }
      for index in updates.indices { updates[index].leaveFailures() }
      guard let parsed else { return updates.map(\.result) }
      for index in updates.indices where updates[index].isUpdatable {
        updates[index].compare(with: run(cases[index]))
      }
      let joined = Update.join(&updates, parsed, mode)
      var script = parsed
      let sections = Update.rewriteSections(of: &script, &updates, mode)
      let rewritten = ScriptRewriter.rewrite(
        script, outputs: joined.outputs, patterns: joined.patterns, mode: mode)
      let changes = Changes(
        steps: Set(rewritten.changed), sections: sections.changed, newSections: sections.new)
      guard !changes.isEmpty else {
        if destination == .pendingFile, updates.allSatisfy(\.isComplete) {
          try removePending(basedOn: before, path)
        }
        return updates.map(\.resultWithOutputs)
      }
      try write(rewritten.text, replacing: before, path)
      var uncounted = changes
      for index in updates.indices where updates[index].isUpdatable {
        updates[index].recordUpdate(of: changes, counting: &uncounted, in: parsed, destination)
      }
      return updates.map(\.resultWithOutputs)
    } catch {
      return cases.map { specCase in
        var result = ScriptResult(path: path, status: .unreadable(error.description))
        result.specCase = specCase
        return result
      }
    }
  }

  /// Writes the new text of a script, or its pending file.
  func write(_ text: String, replacing before: [UInt8], _ path: String) throws(FileError) {
    guard try ScriptFiles.read(path) == before else {
      throw FileError("update", path, reason: "the file changed during the run")
    }
    let text = Array(text.utf8)
    switch destination {
    case .script:
      try AtomicFile.write(text, to: path)
      try removePending(basedOn: before, path)
    case .pendingFile:
      try PendingFile(of: before, becoming: text).write(for: path)
    }
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
