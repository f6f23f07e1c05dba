import Foundation
import MachoSessions

/// Writes a session to a file, as a script that passes: every entry at once and whole, so that what
/// is there is a script whenever the process ends.
package final class Recorder {
  private let handle: FileHandle
  /// The file.
  package let path: String
  /// Whether what was written last can be taken back: not in a pipe or a device.
  private let isRegular: Bool
  /// How long the file is without what is provisional.
  private var length: off_t = 0
  /// What stands at the end of the file until something else comes: the line that runs now, or what
  /// a script that ended here would have to say.
  private var provisional = ""
  /// The line by which a script can end here: what is left over fails its `finish`.
  private var ending = ""
  /// What stands below all lines: the files that they read.
  package var trailer = ""
  private let redactor: Redactor?
  /// The first thing that went wrong; nothing is written after it.
  package private(set) var error: FileError?

  /// Begins a recording. A file that has something in it is only replaced where that is asked for.
  package init(
    path: String, overwriting: Bool = false, redactor: Redactor? = nil, preamble: String = ""
  ) throws(FileError) {
    try Self.requireReplaceable(path, overwriting: overwriting)
    // A pipe with a name that nobody reads is an error, not a wait.
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

  /// Refuses to replace a file that has something in it, unless that is asked for.
  package static func requireReplaceable(
    _ path: String, overwriting: Bool
  ) throws(FileError) {
    var status = stat()
    guard !overwriting, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size > 0
    else { return }
    throw FileError(
      "record to", path,
      reason: "there is such a file already; --overwrite replaces it")
  }

  /// Writes a line before it is run, so that the file ends with it if the process does.
  ///
  /// A line of a live session may call what has no stub yet, so it stands there as a comment.
  package func announce(_ text: String, isLive: Bool = false) {
    guard isLive else { return write("", TranscriptWriter.text(Transcript.Entry(text))) }
    let comment = linesIgnoringCR(text).map { "# runs: \(OutputEscaping.encode($0))\n" }.joined()
    write("", comment + ending)
  }

  /// Writes what came of a line, or of what arrived between two. `leftover` is the code with which
  /// a `finish` would fail now.
  package func record(_ outcome: Outcome, leftover: DiagnosticCode? = nil) {
    ending = leftover.map { "! [\($0)] finish\n" } ?? ""
    write(OutcomeTranscript.text(for: outcome), ending)
  }

  /// Leaves out the line that was announced.
  package func discardAnnouncement() { write("", ending) }

  /// Writes what a script that ended here would have to say.
  package func finish(leftover: DiagnosticCode?) {
    ending = leftover.map { "! [\($0)] finish\n" } ?? ""
    write("", ending)
  }

  /// Writes a comment or a phase as it was typed.
  package func record(comment text: String) {
    if let text = Self.text(ofComment: text) { write(text, ending) }
  }

  /// A comment or a phase as it is written; `nil` for what is neither.
  package static func text(ofComment text: String) -> String? {
    let line = normalizedLine(text)
    guard line.utf8.first == UInt8(ascii: "#"), Header.version(in: line) == nil else { return nil }
    let space = Header.phase(in: line) == nil ? "" : "\n"
    return space + TranscriptWriter.text(Transcript.Entry(line))
  }

  /// Writes a text, at once and whole, in place of what was provisional.
  private func write(_ text: String, _ next: String = "") {
    let text = redactor?.redact(text) ?? text
    let last = next + trailer
    let next = isRegular ? redactor?.redact(last) ?? last : ""
    guard error == nil, !text.isEmpty || next != provisional else { return }
    do {
      let whole = Data((text + next).utf8)
      // One write covers what was provisional, so that no moment has less than one script. What is
      // left of it is empty lines, until it is cut off.
      let rest = max(0, provisional.utf8.count - whole.count)
      if !provisional.isEmpty { try handle.seek(toOffset: UInt64(length)) }
      try handle.write(contentsOf: whole + Data(repeating: UInt8(ascii: "\n"), count: rest))
      if rest > 0 { try handle.truncate(atOffset: UInt64(length) + UInt64(whole.count)) }
      length += off_t(text.utf8.count)
      provisional = next
    } catch {
      self.error = FileError("write", path, reason: error.localizedDescription)
    }
  }
}
