import Foundation
import MachoReporting
import MachoSystem

/// The current state of a script and its pending file.
package struct PendingScript: Sendable {
  /// The relation between the script and its pending file.
  package enum State: Hashable, Sendable {
    /// The file was created from the current script and can be accepted.
    case ready
    /// The script already has the new text: an earlier `accept` was interrupted before it removed
    /// the file.
    case alreadyAccepted
    /// The script changed after the file was created.
    case scriptChanged
    /// The script does not exist.
    case orphaned
    /// The file was modified after it was written.
    case damaged
  }

  /// The script's path.
  package let path: String
  /// The relation between the script and its pending file.
  package let state: State
  /// The script's bytes. Empty if the script does not exist.
  package let script: [UInt8]
  /// The script's new bytes. Empty if the file is damaged.
  package let text: [UInt8]

  /// The path of the pending file.
  package var file: String { PendingFile.path(of: path) }

  /// Reads a script and its pending file. Returns `nil` if there is no pending file.
  package init?(path: String) throws(FileError) {
    self.path = path
    let file = PendingFile.path(of: path)
    guard ScriptFiles.exists(file) else { return nil }
    let pending = PendingFile(reading: try ScriptFiles.read(file))
    text = pending?.text ?? []
    guard ScriptFiles.exists(path) else {
      (script, state) = ([], .orphaned)
      return
    }
    script = try ScriptFiles.read(path)
    guard let pending else {
      state = .damaged
      return
    }
    let hasNewText = script == pending.text
    state = pending.isBased(on: script) ? .ready : hasNewText ? .alreadyAccepted : .scriptChanged
  }

  /// Replaces the script with its new text and removes the pending file.
  ///
  /// Throws and writes nothing if the script or the file changed since this value was read.
  package func accept() throws(PendingError) { try replace(with: text) }

  /// Replaces the script and the pending file. Default: no pending file.
  func replace(with text: [UInt8], pending: PendingFile? = nil) throws(PendingError) {
    if let problem { throw problem }
    do throws(FileError) {
      // The review may have taken a long time, so compare with the current files.
      let current = try PendingScript(path: path)
      guard let current, current.state == state, current.script == script,
        current.text == self.text
      else {
        throw FileError("accept", file, reason: "it or its script changed during the review")
      }
      if let pending { try pending.write(for: path) }
      if text != script { try AtomicFile.write(text, to: path) }
      if pending == nil { try reject() }
    } catch {
      throw PendingError(code: "not-written", message: error.description)
    }
  }

  /// Removes the pending file.
  package func reject() throws(FileError) {
    if unlink(file) != 0, errno != ENOENT { throw FileError("remove", file) }
  }

  /// The reason why the file cannot be accepted. `nil` if it can.
  package var problem: PendingError? {
    let note =
      "'\(DriverName.command) test --review \(path)' recreates it; '\(DriverName.command) reject \(path)' removes it"
    switch state {
    case .ready, .alreadyAccepted: return nil
    case .scriptChanged:
      return PendingError(
        code: "pending-stale", message: "\(path) changed after \(file) was created", note: note)
    case .orphaned:
      return PendingError(
        code: "pending-orphaned", message: "\(file) has no script: \(path) does not exist",
        note: "'\(DriverName.command) reject \(file)' removes it")
    case .damaged:
      return PendingError(
        code: "pending-damaged",
        message: "\(file) was modified after '\(DriverName.command) test --review' wrote it",
        note: note)
    }
  }
}

/// The reason why a pending file was not accepted. Nothing was written.
package struct PendingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stable code.
  package var code: String
  /// The message, as one clause.
  package var message: String
  /// A suggested fix.
  package var note: String?

  /// The lines of the error: code, message and note.
  package var lines: [String] { ["\(code): \(message)"] + (note.map { [$0] } ?? []) }

  package var description: String { lines.joined(separator: "\n") }
}
