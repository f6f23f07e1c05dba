import Foundation
import MachoSessions

/// What is kept of a session at a prompt: all of it in memory, for 'save', and a file while one is
/// recorded to.
package final class SessionRecording {
  private let session: Session
  private let redactor: Redactor
  private let files: DirectoryFiles?
  private var recorder: Recorder?
  /// Whether the file begins from a state, and knows nothing of what was before.
  private var startsFromState = false
  /// The session as a script, without its first line.
  private let text = SpooledText()

  /// Keeps a record of a session, and of all that it does from here on a file, where there is a
  /// recorder. `files` says which others may be written; without it, any.
  package init(
    _ session: Session, recorder: Recorder? = nil, redactor: Redactor, files: DirectoryFiles? = nil
  ) {
    self.files = files
    self.session = session
    self.recorder = recorder
    self.redactor = redactor
    baseScriptPath = recorder?.path
    session.onRecording = { [unowned self] request throws(Diagnostic) in try handle(request) }
  }

  /// The files inside a script whose lines are part of the session: what reads them needs them in
  /// whatever is written.
  package var sections: [Section] = []
  private var usedSections: [Section] = []

  /// The script beside which the session finds files, where that is not the working directory.
  package var baseScriptPath: String?

  /// The file that is recorded to.
  package var path: String? { recorder?.path }

  /// Notes a line that is about to run.
  package func announce(_ line: String) { recorder?.announce(line, isLive: session.isLive) }

  /// Forgets the line that was announced.
  package func discardAnnouncement() { recorder?.discardAnnouncement() }

  /// Writes down what came of a line, or of what arrived between two.
  package func record(_ outcome: Outcome) {
    if startsFromState, let verb = outcome.line?.verb, Self.historyVerbs.contains(verb) {
      restartFromSessionStart()
    }
    recordSections(in: outcome)
    text.append(OutcomeTranscript.text(for: outcome))
    recorder?.record(outcome, leftover: session.finishFailureCode)
  }

  /// Writes down a comment.
  package func record(comment: String) {
    if let comment = Recorder.text(ofComment: comment) { text.append(comment) }
    recorder?.record(comment: comment)
  }

  /// Ends the file so that it passes as it stands, effects that still run included.
  package func finish() {
    guard recorder != nil, !session.isFinished else { return }
    let outcome = session.run("finish")
    if outcome.failure != nil {
      if startsFromState { restartFromSessionStart() }
      recorder?.record(outcome)
    }
    recorder = nil
  }

  /// The verbs that go back to what was before, or count from there.
  private static let historyVerbs: Set = ["undo", "redo", "history", "diff", "effects", "finish"]

  /// Has the file begin where the session did.
  private func restartFromSessionStart() {
    guard let path = recorder?.path, let whole = try? makeRecorder(path, true, text.contents) else {
      return
    }
    recorder = whole
    startsFromState = false
  }

  private func handle(_ request: RecordingRequest) throws(Diagnostic) -> String? {
    switch request {
    case .start(let path, let overwriting):
      let path = try destination(path)
      if let recorder {
        throw Diagnostic(
          "not-supported", "the session is recorded to \(recorder.path) already",
          notes: ["end that first:  record stop"])
      }
      let preamble = session.preamble
      recorder = try makeRecorder(
        path, overwriting, preamble?.map { $0 + "\n" }.joined() ?? text.contents)
      startsFromState = preamble != nil
    case .stop:
      guard let recorder else {
        throw Diagnostic("not-supported", "nothing is recorded to a file")
      }
      recorder.discardAnnouncement()
      self.recorder = nil
      startsFromState = false
    case .save(let path, nil, let overwriting):
      let path = try destination(path)
      try requireNotRecorded(path)
      let recorder = try makeRecorder(path, overwriting, text.contents)
      recorder.trailer = trailer
      recorder.finish(leftover: session.finishFailureCode)
    case .save(let path, let slice?, let overwriting):
      let path = try destination(path)
      try requireNotRecorded(path)
      let sliced = try sliceText(slice)
      _ = try makeRecorder(path, overwriting, sliced)
    case .export(let format, let path, let overwriting):
      let path = try path.map { path throws(Diagnostic) in try destination(path) }
      if let path { try requireNotRecorded(path) }
      let exported = try exportText(as: format, path)
      guard let path else { return redactor.redact(exported) }
      try write(redactor.redact(exported), path, overwriting)
    }
    return nil
  }

  /// Where a file is written, if it may be.
  private func destination(_ path: String) throws(Diagnostic) -> String {
    guard let files else { return path }
    return try files.destination(path)
  }

  /// Refuses to write to the file that the recorder goes on writing to.
  private func requireNotRecorded(_ path: String) throws(Diagnostic) {
    var (written, recorded) = (stat(), stat())
    guard let recorder, stat(path, &written) == 0, stat(recorder.path, &recorded) == 0,
      written.st_dev == recorded.st_dev, written.st_ino == recorded.st_ino
    else { return }
    throw Diagnostic(
      "not-supported", "the session is being recorded to \(recorder.path)",
      notes: ["end that first:  record stop"])
  }

  /// Keeps what a line reads; of what it sources the lines stand there themselves.
  private func recordSections(in outcome: Outcome) {
    guard !sections.isEmpty, outcome.line?.verb != "source" else { return }
    let found = sections.filter { outcome.text.contains("@file(\"\($0.name)\")") }
    guard !found.isEmpty else { return }
    sections.removeAll(where: found.contains)
    usedSections += found
    recorder?.trailer = trailer
  }

  private var trailer: String {
    usedSections.isEmpty ? "" : "\n" + usedSections.map(\.text).joined()
  }

  private func makeRecorder(_ path: String, _ overwriting: Bool, _ preamble: String)
    throws(Diagnostic)
    -> Recorder
  {
    do {
      return try Recorder(
        path: path, overwriting: overwriting, redactor: redactor, preamble: preamble)
    } catch {
      throw Diagnostic("unwritable", relativizingPaths(error.description))
    }
  }

  /// A sentence with files called as whoever asked for them did.
  private func relativizingPaths(_ text: String) -> String {
    files.map { text.replacing($0.root + "/", with: "") } ?? text
  }
}

// MARK: - Other forms

extension SessionRecording {
  /// The session so far as the text of a script that passes.
  package var scriptText: String {
    let ending = session.finishFailureCode.map { "! [\($0)] finish\n" } ?? ""
    return redactor.redact(TranscriptWriter.header + text.contents + ending + trailer)
  }

  /// The session so far as a script that can be run again.
  private func script() throws(Diagnostic) -> Script {
    let ending = session.finishFailureCode.map { "! [\($0)] finish\n" } ?? ""
    do {
      return try ScriptParser.parse(TranscriptWriter.header + text.contents + ending + trailer)
    } catch {
      throw Diagnostic("not-supported", "the session is no script: \(error.text())")
    }
  }

  /// What files are named from: where the session finds them.
  private var scriptPath: String { baseScriptPath ?? "session.macho" }

  private var environment: [String: String] { ProcessInfo.processInfo.environment }

  private func sliceText(_ slice: Range<Int>) throws(Diagnostic) -> String {
    let text = try ScriptSlice(
      try script(), path: scriptPath, files: files, catalog: session.catalog,
      environment: environment
    ).text(of: slice)
    return String(text.dropFirst(TranscriptWriter.header.count))
  }

  private func exportText(as format: ExportFormat, _ path: String?) throws(Diagnostic) -> String {
    let file = path.map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent }
    let export = ScriptExport(
      try script(), path: scriptPath, files: files,
      name: file ?? session.storeName ?? "session", catalog: session.catalog,
      environment: environment)
    do throws(ScriptExport.Failure) {
      return try export.text(as: format)
    } catch {
      guard case .unsupported(let diagnostic) = error else {
        throw Diagnostic("not-supported", error.text(path: "the session"))
      }
      throw diagnostic
    }
  }

  private func write(
    _ text: String, _ path: String, _ overwriting: Bool
  ) throws(Diagnostic) {
    do {
      try Recorder.requireReplaceable(path, overwriting: overwriting)
      try AtomicFile.write(Array(text.utf8), to: path)
    } catch { throw Diagnostic("unwritable", relativizingPaths(error.description)) }
  }
}
