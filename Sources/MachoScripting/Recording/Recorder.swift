import Foundation
import MachoSessions

/// Writes a session to a file, as a script that passes: every entry at once and whole, so that what is
/// there is a script whenever the process ends.
package final class Recorder {
  private let handle: FileHandle
  private let path: String
  /// The first thing that went wrong; nothing is written after it.
  package private(set) var error: FileError?

  /// Begins a recording; what the file had before is gone.
  package init(path: String) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw FileError("write", path) }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    self.path = path
    write(TranscriptWriter.header)
    if let error { throw error }
  }

  /// Writes what came of a line.
  package func record(_ outcome: Outcome) {
    write(OutcomeTranscript.text(for: outcome))
  }

  private func write(_ text: String) {
    guard error == nil, !text.isEmpty else { return }
    do {
      try handle.write(contentsOf: Data(text.utf8))
    } catch {
      self.error = FileError("write", path, reason: error.localizedDescription)
    }
  }
}
