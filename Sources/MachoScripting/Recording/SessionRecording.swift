import Foundation
import MachoLocks
import MachoSessions
import MachoSystem

/// The recording of a session at a prompt: the whole session for `save`, and a file while `record`
/// is active.
///
/// `RecordedSession` has what is recorded, and `SessionRecording+Saving.swift` writes it.
package final class SessionRecording {
  let session: Session
  let redactor: Redactor
  let files: DirectoryFiles?
  /// Whether commands may write files. Default: true.
  package var allowsFiles = true
  /// Tests a script at a path. Returns the result of one that does not pass. Default: as the program does.
  var tester: ((_ path: String, _ test: SavedScriptTest) -> ScriptResult?)? =
    savedScriptTester.withLock { tester in tester.map { test in { test($0, $1) } } }
  private var recorder: Recorder?
  /// Whether the error of the recorder was returned by `takeFailure()`.
  private var hasReportedError = false
  /// Whether a recording of this session is incomplete because it could not be written.
  package private(set) var hasFailed = false
  /// Whether the recorded file starts from a state, without the history before it.
  private var startsFromState = false
  /// What the session has done.
  private(set) var recorded: RecordedSession

  /// Creates a recording of a session.
  ///
  /// - Parameters:
  ///   - recorder: The recorder of the file that is active from the start. Default: none.
  ///   - files: The files that may be written. Default: all.
  package init(
    _ session: Session, recorder: Recorder? = nil, redactor: Redactor, files: DirectoryFiles? = nil
  ) {
    self.files = files
    self.session = session
    self.recorder = recorder
    self.redactor = redactor
    baseScriptPath = recorder?.path
    session.findsCasePatterns = true
    recorded = RecordedSession(session)
    session.onRecording = { [unowned self] request throws(Diagnostic) in try handle(request) }
  }

  /// The sections of a script whose lines are part of the session. Saved scripts contain the
  /// sections that their lines read.
  package var sections: [Section] {
    get { recorded.sections }
    set { recorded.sections = newValue }
  }

  /// The script in whose directory the session finds files. `nil` means the working directory.
  package var baseScriptPath: String?

  /// The path of the recorded file. `nil` if no recording is active.
  package var path: String? { recorder?.path }

  /// Writes a line that is about to run.
  package func announce(_ line: String) {
    recorded.startLine()
    recorder?.announce(line)
  }

  /// Removes the announced line.
  package func discardAnnouncement() { recorder?.discardAnnouncement() }

  /// Records the outcome of a line, or of external work between two lines.
  ///
  /// - Parameter isPast: Whether the session has run other lines since. Default: `false`.
  package func record(_ outcome: Outcome, isPast: Bool = false) {
    if startsFromState, outcome.has(.readsHistory) { restartFromSessionStart() }
    if recorded.append(outcome, isPast: isPast) { recorder?.trailer = recorded.trailer }
    recorder?.record(outcome, leftover: session.finishFailureCode)
  }

  /// Records text of a transcript.
  package func record(transcript: String) {
    recorded.append(transcript: transcript)
    recorder?.record(transcript: transcript)
  }

  /// Records a comment.
  package func record(comment: String) {
    recorded.append(comment: comment)
    recorder?.record(comment: comment)
  }

  /// Finishes the file so that it passes, even if effects are still in flight. Returns which lines cannot be
  /// repeated. Throws if the file is incomplete.
  ///
  /// - Parameter isTested: Whether to test the file, which may take minutes. Without a test, lines that cannot be
  ///   repeated stay. Default: `true`.
  package func finish(isTested: Bool = true) throws(Diagnostic) -> [String] {
    guard recorder != nil else { return [] }
    if !session.isFinished {
      var loop = CommandLoop(linesIn: session)
      let outcome = loop.run(Line(.finish)).outcome
      if outcome.failure != nil {
        if startsFromState { restartFromSessionStart() }
        recorder?.record(outcome)
      }
    }
    return try closeFile(isTested: isTested)
  }

  /// Returns why the recording has stopped, once for each recording. `nil` if it has not.
  package func takeFailure() -> Diagnostic? {
    guard !hasReportedError, let failure else { return nil }
    hasReportedError = true
    return failure
  }

  /// Why the file is incomplete. `nil` if it is not.
  private var failure: Diagnostic? {
    guard let error = recorder?.error else { return nil }
    hasFailed = true
    return unwritable(
      error,
      notes: [
        "the recording ends with the last line that could be written; 'save' writes the whole session"
      ])
  }

  /// Tests and closes the file. Returns which lines cannot be repeated. Throws if it is incomplete.
  private func closeFile(isTested: Bool = true) throws(Diagnostic) -> [String] {
    defer {
      recorder = nil
      startsFromState = false
      hasReportedError = false
    }
    if let failure { throw failure }
    guard let recorder, isTested else { return [] }
    do throws(Diagnostic) {
      let (notes, passes) = try makePass(recorder)
      if !passes { hasFailed = true }
      return notes
    } catch {
      hasFailed = true
      throw error
    }
  }

  /// A file that is being recorded, for a new run of the program.
  package struct FileState: Codable, Equatable, Sendable {
    /// The path of the file.
    package var path: String
    /// How much of it is complete, in bytes.
    var length: off_t
    /// The length of the whole file.
    var size: off_t
    var startsFromState: Bool
    /// Why nothing more is written to it.
    var error: FileError?
  }

  /// The file that is being recorded.
  package var fileState: FileState? {
    recorder.map {
      FileState(
        path: $0.path, length: $0.length, size: $0.size, startsFromState: startsFromState,
        error: $0.error)
    }
  }

  /// Continues the file of an earlier run of the program.
  package func continueFile(_ state: FileState) throws(FileError) {
    let recorder = try Recorder(
      continuing: state.path, at: state.length, redactor: redactor)
    recorder.trailer = recorded.trailer
    startsFromState = state.startsFromState
    self.recorder = recorder
    if let error = state.error {
      // It was reported before the crash.
      recorder.fail(error)
      (hasReportedError, hasFailed) = (true, true)
    }
    recorder.finish(leftover: session.finishFailureCode)
  }

  /// Replaces the recording of an earlier run of the program by one that starts here: this run may do
  /// something else with the same lines. Returns `false` and changes nothing if another
  /// program changed the file, or if it is not a regular file or could not be written before.
  package func restartFile(_ state: FileState) throws(Diagnostic) -> Bool {
    var status = stat()
    guard state.error == nil, stat(state.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size == state.size
    else { return false }
    try start(state.path, overwriting: true, from: state.startsFromState ? session.preamble : nil)
    recorder?.trailer = recorded.trailer
    recorder?.finish(leftover: session.finishFailureCode)
    return true
  }

  /// Starts a file with lines that lead to the present state. `nil`: with the whole session.
  private func start(
    _ path: String, overwriting: Bool, from preamble: [Line]?
  ) throws(Diagnostic) {
    recorder = try makeRecorder(
      path, overwriting, preamble?.map { $0.text + "\n" }.joined() ?? recorded.text)
    recorder?.trailer = recorded.trailer
    startsFromState = preamble != nil
  }

  /// Rewrites the file so that it starts where the session did.
  private func restartFromSessionStart() {
    guard let old = recorder, old.error == nil else { return }
    old.removeLock()
    do throws(FileError) {
      recorder = try Recorder(
        path: old.path, overwriting: true, redactor: redactor, preamble: recorded.text)
      recorder?.trailer = recorded.trailer
      startsFromState = false
    } catch {
      // The next lines refer to actions that the file does not have.
      old.fail(error)
    }
  }

  private func handle(_ request: RecordingRequest) throws(Diagnostic) -> String? {
    switch request {
    case .start(let path, let overwriting):
      let path = try destination(path)
      if let recorder {
        throw Diagnostic(
          "not-supported", "the session is already being recorded to \(recorder.path)",
          notes: ["stop it first:  record stop"])
      }
      try start(path, overwriting: overwriting, from: session.preamble)
    case .stop:
      guard let recorder else {
        throw Diagnostic("not-supported", "no recording is active")
      }
      recorder.discardAnnouncement()
      let notes = try closeFile()
      return notes.isEmpty ? nil : notes.joined(separator: "\n")
    case .save(let name, let slice, let isVerbatim, let overwriting):
      let path = try destination(name)
      try requireNotRecorded(path)
      if let slice {
        let text = redactor.redact(try sliceText(slice, isVerbatim: isVerbatim))
        try write(text, path, overwriting)
        return note(about: SavedSession.Report(text: text), name, path)
      }
      let report = try save(path, isVerbatim: isVerbatim, overwriting)
      return note(about: report, name, path)
    case .export(let format, let path, let overwriting):
      let path = try path.map { path throws(Diagnostic) in try destination(path) }
      if let path { try requireNotRecorded(path) }
      let exportText = try exportText(as: format, path)
      let redactedText = format.isRedactedAsData ? exportText : redactor.redact(exportText)
      guard let path else { return redactedText }
      try write(redactedText, path, overwriting)
    }
    return nil
  }

  /// Returns the path at which a file is written. Throws if it may not be written.
  private func destination(_ path: String) throws(Diagnostic) -> String {
    guard allowsFiles else {
      throw Diagnostic("unwritable", "this session must not write files")
    }
    guard let files else { return path }
    return try files.destination(path)
  }

  /// Throws if a path is the file of the active recording.
  private func requireNotRecorded(_ path: String) throws(Diagnostic) {
    var (target, recorded) = (stat(), stat())
    guard let recorder, stat(path, &target) == 0, stat(recorder.path, &recorded) == 0,
      target.st_dev == recorded.st_dev, target.st_ino == recorded.st_ino
    else { return }
    throw Diagnostic(
      "not-supported", "the session is being recorded to \(recorder.path)",
      notes: ["stop it first:  record stop"])
  }

  private func makeRecorder(
    _ path: String, _ overwriting: Bool, _ preamble: String
  ) throws(Diagnostic) -> Recorder {
    do {
      return try Recorder(
        path: path, overwriting: overwriting, redactor: redactor, preamble: preamble)
    } catch {
      throw unwritable(error)
    }
  }

  /// Returns the diagnostic of a file error, with a path below the root of `files` as the user typed
  /// it.
  func unwritable(_ error: FileError, notes: [String] = []) -> Diagnostic {
    var error = error
    if let root = files?.root, error.path.hasPrefix(root + "/") {
      error.path = String(error.path.dropFirst(root.count + 1))
    }
    return Diagnostic("unwritable", error.description, notes: notes)
  }
}
