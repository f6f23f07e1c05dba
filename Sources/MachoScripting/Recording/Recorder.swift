import Foundation
import MachoSessions

/// Writes a session to a file as a script that passes.
///
/// Each entry is written at once and completely, so the file is a valid script whenever the process
/// ends.
package final class Recorder {
  private let handle: FileHandle
  /// The path of the file.
  package let path: String
  /// Whether the file is a regular file, in which earlier output can be overwritten.
  private let isRegular: Bool
  /// The length of the file without `provisional`, in bytes.
  private(set) var length: off_t = 0
  /// The text at the end of the file that the next entry overwrites: the running line, or the ending
  /// of a script that would end here.
  private var provisional = ""
  /// The line with which a script can end here if its `finish` would fail.
  private var ending = ""
  /// The text below all lines: the sections that they read.
  package var trailer = ""
  private let redactor: Redactor?
  /// The first error. Nothing is written after it.
  package private(set) var error: FileError?

  /// Starts a recording. Throws if the file is not empty, unless `overwriting` is `true`.
  package init(
    path: String, overwriting: Bool = false, redactor: Redactor? = nil, preamble: String = ""
  ) throws(FileError) {
    try Self.requireReplaceable(path, overwriting: overwriting)
    // With O_NONBLOCK, a named pipe without a reader is an error. Otherwise 'open' would block.
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
    let descriptor = open(path, flags | O_NONBLOCK, 0o666)
    guard descriptor >= 0 else { throw FileError("write", path) }
    _ = fcntl(descriptor, F_SETFL, flags)
    var information = stat()
    isRegular = fstat(descriptor, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    self.path = path
    self.redactor = redactor
    write(TranscriptWriter.header + preamble)
    if let error { throw error }
  }

  /// Continues a recording of an earlier run of the program. `length` is how much of it is complete.
  package init(
    continuing path: String, at length: off_t, redactor: Redactor? = nil
  ) throws(FileError) {
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileError("write", path) }
    _ = fcntl(descriptor, F_SETFL, O_RDWR)
    var information = stat()
    isRegular = fstat(descriptor, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    self.path = path
    self.redactor = redactor
    self.length = length
    guard isRegular else { return }
    guard information.st_size >= length else {
      throw FileError("write", path, reason: "the file was changed")
    }
    // The next entry overwrites the line that was running.
    lseek(descriptor, length, SEEK_SET)
    let rest = (try? handle.readToEnd()) ?? nil
    provisional = rest.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Throws if a regular file is not empty, unless `overwriting` is `true`.
  package static func requireReplaceable(
    _ path: String, overwriting: Bool
  ) throws(FileError) {
    var status = stat()
    guard !overwriting, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size > 0
    else { return }
    throw FileError(
      "record to", path,
      reason: "the file exists; use --overwrite to replace it")
  }

  /// Writes a line as a comment before it runs, so that it is the last line of the file if the
  /// process crashes. A replay of the line itself would crash too.
  package func announce(_ text: String) {
    write("", commentLines(text, prefix: "running: ") + ending)
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
    if let text = Self.text(ofComment: text) { write(text, ending) }
  }

  /// Returns the text of a comment or phase, or `nil` if the line is neither.
  ///
  /// A heading of a specification becomes a comment, because a recording is a single session.
  package static func text(ofComment text: String) -> String? {
    let line = normalizedLine(text)
    guard line.utf8.first == UInt8(ascii: "#"), Header.version(in: line) == nil else { return nil }
    let title = Header.phase(in: line)
    if let title, SpecHeading(title: title) != nil { return commentLines(title) }
    let space = title == nil ? "" : "\n"
    return space + TranscriptWriter.text(Transcript.Entry(line))
  }

  /// Replaces the provisional text with `text` and the new provisional text `next`, in one write.
  private func write(_ text: String, _ next: String = "") {
    let text = redactor?.redact(text) ?? text
    let last = next + trailer
    let next = isRegular ? redactor?.redact(last) ?? last : ""
    guard error == nil, !text.isEmpty || next != provisional else { return }
    do {
      let whole = Data((text + next).utf8)
      // ORDER: one write overwrites the provisional text, so that the file is a valid script at any
      // time. Padding with empty lines covers a longer provisional text until it is truncated.
      let padding = max(0, provisional.utf8.count - whole.count)
      if !provisional.isEmpty { try handle.seek(toOffset: UInt64(length)) }
      try handle.write(contentsOf: whole + Data(repeating: UInt8(ascii: "\n"), count: padding))
      if padding > 0 { try handle.truncate(atOffset: UInt64(length) + UInt64(whole.count)) }
      length += off_t(text.utf8.count)
      provisional = next
    } catch {
      self.error = FileError("write", path, error)
    }
  }
}
