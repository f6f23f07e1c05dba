import Foundation
import MachoSessions

/// Writes a session to a file, as a script that passes: every entry at once and whole, so that what is
/// there is a script whenever the process ends.
package final class Recorder {
  private let handle: FileHandle
  /// The file.
  package let path: String
  /// Whether what was written last can be taken back: not in a pipe or a device.
  private let isRegular: Bool
  /// How long the file is without `announced`.
  private var length: off_t = 0
  /// The line that runs now, which is in the file already.
  private var announced = ""
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
    var information = stat()
    isRegular = fstat(descriptor, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    self.path = path
    write(TranscriptWriter.header)
    if let error { throw error }
  }

  /// Writes a line before it is run, so that the file ends with it if the process does.
  package func announce(_ text: String) {
    guard isRegular, error == nil else { return }
    let line = TranscriptWriter.text(Transcript.Entry(text))
    let before = length
    write(line)
    (announced, length) = (line, before)
  }

  /// Writes what came of a line, or of what arrived between two.
  package func record(_ outcome: Outcome) {
    let text = OutcomeTranscript.text(for: outcome)
    let line = announced
    announced = ""
    // Most lines stand as they were announced, and need only what came of them.
    if text.utf8.starts(with: line.utf8) {
      length += off_t(line.utf8.count)
      write(String(decoding: text.utf8.dropFirst(line.utf8.count), as: UTF8.self))
    } else {
      takeBack()
      write(text)
    }
  }

  /// Leaves out the line that was announced.
  package func forget() {
    guard !announced.isEmpty else { return }
    announced = ""
    takeBack()
  }

  private func takeBack() {
    guard error == nil else { return }
    do {
      try handle.truncate(atOffset: UInt64(length))
    } catch {
      self.error = FileError("write", path, reason: error.localizedDescription)
    }
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
      length += off_t(text.utf8.count)
    } catch {
      self.error = FileError("write", path, reason: error.localizedDescription)
    }
  }
}
