import Foundation
import MachoSessions
import MachoSystem

/// Writes a session to a file as a script that passes.
///
/// Each entry is written at once and completely, so the file is a valid script whenever the process
/// ends.
package final class Recorder {
  private let descriptor: Int32
  /// The path of the file.
  package let path: String
  /// Whether the file is a regular file, in which earlier output can be overwritten.
  private let isRegular: Bool
  /// The length of the file without `provisional`, in bytes: that of the completed steps.
  private(set) var length: off_t = 0
  /// The text at the end of the file that the next entry overwrites: the running line, or the ending
  /// of a script that would end here.
  private var provisional = ""
  /// The provisional text after the last completed step, which an error restores.
  private var settled = ""
  /// The line with which a script can end here if its `finish` would fail.
  private var ending = ""
  /// The text below all lines: the sections that they read.
  package var trailer = ""
  private let redactor: Redactor?
  /// The first error. Nothing is written after it.
  package private(set) var error: FileError?

  /// Starts a recording. Throws if the file is not empty, unless `overwriting` is `true`.
  ///
  /// A regular file is replaced at once by one that has the preamble, and is then written in place. Missing
  /// directories of the path are created.
  package init(
    path: String, overwriting: Bool = false, redactor: Redactor? = nil, preamble: String = ""
  ) throws(FileError) {
    let text = TranscriptWriter.header + preamble
    let bytes = Array((redactor?.redact(text) ?? text).utf8)
    if let stream = try OutputFile.openStream(path, waitsForReader: false) {
      (descriptor, isRegular) = (stream, false)
      let number = tryWriting(bytes, to: stream)
      if number != 0 {
        close(stream)
        throw FileError("write", path, number: number)
      }
    } else {
      let file = try FileReplacement(
        of: path, overwriting: overwriting, createsDirectories: true, operation: Self.operation)
      try file.write(bytes)
      try file.publish(keepingDescriptor: true)
      (descriptor, isRegular) = (file.descriptor, true)
    }
    length = off_t(bytes.count)
    self.path = path
    self.redactor = redactor
  }

  /// Continues a recording of an earlier run of the program. `length` is how much of it is complete.
  package init(
    continuing path: String, at length: off_t, redactor: Redactor? = nil
  ) throws(FileError) {
    self.path = path
    self.redactor = redactor
    self.length = length
    if let stream = try OutputFile.openStream(path, waitsForReader: false) {
      (descriptor, isRegular) = (stream, false)
      return
    }
    isRegular = true
    descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileError("write", path) }
    FileLock.markRecorded(descriptor)
    let end = lseek(descriptor, 0, SEEK_END)
    guard end >= length, let rest = Self.text(of: descriptor, from: length, to: end) else {
      throw FileError("write", path, reason: "the file was changed")
    }
    // The next entry overwrites the line that was running.
    provisional = rest
  }

  deinit { close(descriptor) }

  /// The verb of the message about a file that is not overwritten.
  static let operation = "record to"

  private static func text(of descriptor: Int32, from start: off_t, to end: off_t) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(end - start))
    let count = pread(descriptor, &bytes, bytes.count, start)
    return count == bytes.count ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// Writes a line as a comment before it runs, so that it is the last line of the file if the
  /// process crashes. A replay of the line itself would crash too.
  package func announce(_ text: String) {
    write("", commentLines(text, prefix: "running: ") + ending, isRunning: true)
  }

  /// Writes the outcome of a line, or of external work between two lines.
  ///
  /// - Parameter leftover: The code with which `finish` would fail now. Default: `nil` (success).
  package func record(_ outcome: Outcome, leftover: DiagnosticCode? = nil) {
    ending = leftover.map { "! [\($0)] finish\n" } ?? ""
    write(OutcomeTranscript.text(for: outcome), ending)
  }

  /// Removes the announced line.
  package func discardAnnouncement() { write("", ending) }

  /// Writes the ending of a script that ends here.
  package func finish(leftover: DiagnosticCode?) {
    ending = leftover.map { "! [\($0)] finish\n" } ?? ""
    write("", ending)
  }

  /// Writes a comment or a phase as typed.
  package func record(comment text: String) {
    if let comment = RecordedComment(text) { write(comment.text, ending) }
  }

  /// Returns the lines of the file, with the ending and without the sections. `nil` if they are longer than
  /// `limit` bytes, or the file is not a regular one or was changed.
  func lines(limit: Int) -> String? {
    guard isRegular, error == nil, length < limit, isUnchanged else { return nil }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var (status, recorded) = (stat(), stat())
    guard fstat(file, &status) == 0, fstat(descriptor, &recorded) == 0,
      FileIdentity(status) == FileIdentity(recorded),
      let text = Self.text(of: file, from: 0, to: length)
    else { return nil }
    return text + (redactor?.redact(ending) ?? ending)
  }

  /// Writes text of a transcript.
  func record(transcript: String) { write(transcript, ending) }

  /// Ends the recording with an error that is not of this file.
  func fail(_ error: FileError) { self.error = self.error ?? error }

  /// Lets this process replace the file.
  func removeLock() { if isRegular { FileLock.removeMark(descriptor) } }

  /// Replaces the provisional text with `text` and the new provisional text `next`, in one write.
  ///
  /// - Parameter isRunning: Whether `next` contains a line that is about to run. Default: `false`.
  private func write(_ text: String, _ next: String = "", isRunning: Bool = false) {
    let text = redactor?.redact(text) ?? text
    let last = next + trailer
    let next = isRegular ? redactor?.redact(last) ?? last : ""
    guard error == nil, !text.isEmpty || next != provisional else { return }
    var bytes = Array((text + next).utf8)
    guard isRegular else {
      let number = tryWriting(bytes, to: descriptor)
      if number != 0 { error = FileError("write", path, number: number) }
      return
    }
    guard isUnchanged else {
      error = FileError("write", path, reason: "another program changed or removed the file")
      return
    }
    let end = length + off_t(bytes.count)
    // ORDER: one write overwrites the provisional text, so that the file is a valid script at any
    // time. Padding with empty lines covers a longer provisional text until it is truncated.
    let padding = max(0, provisional.utf8.count - bytes.count)
    bytes += [UInt8](repeating: UInt8(ascii: "\n"), count: padding)
    let number = tryWriting(bytes, to: descriptor, at: length)
    guard number == 0, padding == 0 || truncate(to: end) else {
      error = FileError("write", path, number: number == 0 ? errno : number)
      restoreSettled()
      return
    }
    length += off_t(text.utf8.count)
    provisional = next
    if !isRunning { settled = next }
  }

  /// The length of the whole file, in bytes.
  var size: off_t { length + off_t(provisional.utf8.count) }

  /// Whether the file still has a name and the length that this recorder left.
  private var isUnchanged: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0 && status.st_size == size
  }

  /// Ends the file after the last completed step. Its ending is overwritten text, so the disk has room
  /// for it.
  private func restoreSettled() {
    let bytes = Array(settled.utf8)
    // On a file system that moves what is overwritten, the ending may not fit: then it is cut off.
    let hasEnding = tryWriting(bytes, to: descriptor, at: length) == 0
    _ = truncate(to: length + (hasEnding ? off_t(bytes.count) : 0))
    provisional = hasEnding ? settled : ""
  }

  private func truncate(to end: off_t) -> Bool {
    while ftruncate(descriptor, end) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }
}
