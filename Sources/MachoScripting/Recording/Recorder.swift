import Foundation
import MachoSessions

/// Writes a session to a file, as a script that passes: every entry at once and whole, so that what is
/// there is a script whenever the process ends.
package final class Recorder {
  private let handle: FileHandle
  private let path: String
  /// The first thing that went wrong; nothing is written after it.
  package private(set) var error: FileError?

  /// Begins a recording. A file that has something in it is only replaced where that is asked for.
  package init(path: String, overwriting: Bool = false) throws(FileError) {
    var status = stat()
    if !overwriting, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size > 0
    {
      throw FileError(
        "record to", path,
        reason: "there is such a file already; --overwrite replaces it")
    }
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

  /// Writes a comment or a phase as it was typed.
  package func record(comment text: String) {
    let line = normalizedLine(text)
    guard line.utf8.first == UInt8(ascii: "#"), Header.version(in: line) == nil else { return }
    let space = Header.phase(in: line) == nil ? "" : "\n"
    write(space + TranscriptWriter.text(Transcript.Entry(line)))
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
