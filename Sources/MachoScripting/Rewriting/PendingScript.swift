import Foundation

/// A script whose new expectations wait in a file beside it, as both stand now.
package struct PendingScript: Sendable {
  /// What can become of it.
  package enum State: Hashable, Sendable {
    /// The file was made from the script as it is: it can be accepted.
    case ready
    /// The script has what the file has: who accepted it was stopped before the file was gone.
    case alreadyAccepted
    /// The script is another one since.
    case scriptChanged
    /// There is no script any more.
    case orphaned
    /// The file is not as it was written.
    case damaged
  }

  /// The script's path.
  package let path: String
  /// What can become of it.
  package let state: State
  /// The script's bytes; none where there is no script.
  package let script: [UInt8]
  /// The bytes that it would have; none where the file is damaged.
  package let text: [UInt8]

  /// Where the new expectations wait.
  package var file: String { PendingFile.path(of: path) }

  /// Looks at a script and at the file beside it; nil where nothing waits.
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
    let isNew = script == pending.text
    state = pending.isBased(of: script) ? .ready : isNew ? .alreadyAccepted : .scriptChanged
  }

  /// Makes the script what its file says, and takes the file away. What stands in neither is
  /// written.
  package func accept() throws(PendingError) {
    if let problem { throw problem }
    do throws(FileError) {
      // A person may have looked for an hour at what this value has.
      let now = try PendingScript(path: path)
      guard let now, now.state == state, now.script == script, now.text == text else {
        throw FileError("accept", file, reason: "it or its script was changed meanwhile")
      }
      if state == .ready { try AtomicFile.write(text, to: path) }
      try reject()
    } catch {
      throw PendingError(code: "not-written", message: error.description)
    }
  }

  /// Takes the file away.
  package func reject() throws(FileError) {
    if unlink(file) != 0, errno != ENOENT { throw FileError("remove", file) }
  }

  /// Why it cannot be accepted; nil where it can.
  package var problem: PendingError? {
    let again = "'macho test --review \(path)' makes it anew, 'macho reject \(path)' removes it"
    switch state {
    case .ready, .alreadyAccepted: return nil
    case .scriptChanged:
      return PendingError(
        code: "pending-stale", message: "\(path) was changed since \(file) was made", note: again)
    case .orphaned:
      return PendingError(
        code: "pending-orphaned", message: "there is no \(path) for \(file)",
        note: "'macho reject \(file)' removes it")
    case .damaged:
      return PendingError(
        code: "pending-damaged", message: "\(file) is not as 'macho test --review' wrote it",
        note: again)
    }
  }
}

/// Why a pending file was not accepted; nothing was written then.
package struct PendingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stable code.
  package var code: String
  /// What is wrong, as one clause.
  package var message: String
  /// What to do about it.
  package var note: String?

  /// What is wrong, and what to do about it.
  package var lines: [String] { ["\(code): \(message)"] + (note.map { [$0] } ?? []) }

  package var description: String { lines.joined(separator: "\n") }
}
