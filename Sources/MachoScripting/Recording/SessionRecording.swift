import Foundation
import MachoReporting
import MachoSessions
import MachoSystem

/// The recording of a session at a prompt: the whole session for `save`, and a file while `record`
/// is active.
package final class SessionRecording {
  private let session: Session
  private let redactor: Redactor
  private let files: DirectoryFiles?
  /// Whether commands may write files. Default: true.
  package var allowsFiles = true
  private var recorder: Recorder?
  /// Whether the error of the recorder was returned by `takeFailure()`.
  private var hasReportedError = false
  /// Whether a recording of this session is incomplete because it could not be written.
  package private(set) var hasFailed = false
  /// Whether the recorded file starts from a state, without the history before it.
  private var startsFromState = false
  /// The session as a script, without its first line.
  private let text = SpooledText()
  /// The lines for an edited script. `nil` if the session is too long or cannot be edited.
  private var lines: RecordedLines?
  /// The number of bytes of `lines`.
  private var lineLength = 0
  /// When the line that is running began.
  private var lineStart: ContinuousClock.Instant?
  /// Returns the present time.
  var now: () -> ContinuousClock.Instant = { ContinuousClock.now }

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
    lines = RecordedLines(of: session)
    session.onRecording = { [unowned self] request throws(Diagnostic) in try handle(request) }
  }

  /// The sections of a script whose lines are part of the session. Saved scripts contain the
  /// sections that their lines read.
  package var sections: [Section] = []
  private var usedSections: [Section] = []

  /// The script in whose directory the session finds files. `nil` means the working directory.
  package var baseScriptPath: String?

  /// The path of the recorded file. `nil` if no recording is active.
  package var path: String? { recorder?.path }

  /// Writes a line that is about to run.
  package func announce(_ line: String) {
    lineStart = now()
    recorder?.announce(line)
  }

  /// Removes the announced line.
  package func discardAnnouncement() { recorder?.discardAnnouncement() }

  /// Records the outcome of a line, or of external work between two lines.
  ///
  /// - Parameter isPast: Whether the session has run other lines since. Default: `false`.
  package func record(_ outcome: Outcome, isPast: Bool = false) {
    if startsFromState, outcome.has(.readsHistory) { restartFromSessionStart() }
    recordSections(in: outcome)
    append(OutcomeTranscript.text(for: outcome))
    if isPast {
      lines?.append(past: outcome)
    } else {
      lines?.append(outcome, in: session, from: lineStart, to: now())
    }
    lineStart = nil
    recorder?.record(outcome, leftover: session.finishFailureCode)
  }

  /// Records text of a transcript.
  package func record(transcript: String) {
    append(transcript)
    // The session gets the actions of a live store without lines.
    if session.isLive { lines = nil }
    lines?.append(comment: RecordedLine(transcript: transcript), at: now())
    recorder?.record(transcript: transcript)
  }

  /// Records a comment.
  package func record(comment: String) {
    if let comment = RecordedComment(comment) {
      append(comment.text)
      lines?.append(comment: RecordedLine(comment), at: now())
    }
    recorder?.record(comment: comment)
  }

  /// Adds lines to the session's script.
  private func append(_ lines: String) {
    text.append(lines)
    lineLength += lines.utf8.count
    if lineLength > Self.editedLength { self.lines = nil }
  }

  /// The number of bytes up to which a session is edited when it is saved. Each attempt is tested, which
  /// takes as long as the session.
  private static let editedLength = 1 << 18

  /// Finishes the file so that it passes, even if effects are still in flight. Throws if the file is
  /// incomplete.
  package func finish() throws(Diagnostic) {
    guard recorder != nil, !session.isFinished else { return }
    var loop = CommandLoop(linesIn: session)
    let outcome = loop.run(Line(.finish)).outcome
    if outcome.failure != nil {
      if startsFromState { restartFromSessionStart() }
      recorder?.record(outcome)
    }
    try closeFile()
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

  /// Closes the file. Throws if it is incomplete.
  private func closeFile() throws(Diagnostic) {
    defer {
      recorder = nil
      startsFromState = false
      hasReportedError = false
    }
    if let failure { throw failure }
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
    recorder.trailer = trailer
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
    recorder?.trailer = trailer
    recorder?.finish(leftover: session.finishFailureCode)
    return true
  }

  /// Starts a file with lines that lead to the present state. `nil`: with the whole session.
  private func start(
    _ path: String, overwriting: Bool, from preamble: [Line]?
  ) throws(Diagnostic) {
    recorder = try makeRecorder(
      path, overwriting, preamble?.map { $0.text + "\n" }.joined() ?? text.contents)
    startsFromState = preamble != nil
  }

  /// Rewrites the file so that it starts where the session did.
  private func restartFromSessionStart() {
    guard let old = recorder, old.error == nil else { return }
    old.removeLock()
    do throws(FileError) {
      recorder = try Recorder(
        path: old.path, overwriting: true, redactor: redactor, preamble: text.contents)
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
      try closeFile()
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

  /// Marks the sections that a line reads as used. The lines of a sourced script are recorded
  /// themselves.
  private func recordSections(in outcome: Outcome) {
    guard !sections.isEmpty, !outcome.has(.runsScript) else { return }
    let names = Line.fileNames(in: outcome.text[...])
    let found = sections.filter { names.contains($0.name) }
    guard !found.isEmpty else { return }
    sections.removeAll(where: found.contains)
    usedSections += found
    recorder?.trailer = trailer
  }

  private var trailer: String { trailer(ofSections: nil) }

  /// Returns the sections that lines have read and that have these names. `nil` returns all that were read.
  private func trailer(ofSections names: Set<String>?) -> String {
    let sections = usedSections.filter { names?.contains($0.name) ?? true }
    return sections.isEmpty ? "" : "\n" + sections.map(\.text).joined()
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
  private func unwritable(_ error: FileError, notes: [String] = []) -> Diagnostic {
    var error = error
    if let root = files?.root, error.path.hasPrefix(root + "/") {
      error.path = String(error.path.dropFirst(root.count + 1))
    }
    return Diagnostic("unwritable", error.description, notes: notes)
  }
}

// MARK: - Slices and exports

extension SessionRecording {
  /// The session so far as text of a script that passes.
  package var scriptText: String { redactor.redact(commandText + trailer) }

  /// The session's commands, without sections.
  private var commandText: String {
    let ending = session.finishFailureCode.map { "! [\($0)] finish\n" } ?? ""
    return TranscriptWriter.header + text.contents + ending
  }

  /// Writes the session: edited, unless `isVerbatim` is `true`, so that it passes.
  private func save(
    _ path: String, isVerbatim: Bool, _ overwriting: Bool
  ) throws(Diagnostic) -> SavedSession.Report {
    var overwriting = overwriting
    let commands = text.contents
    var test: ((SavedScriptTest) -> ScriptResult?)?
    // A long session would take as long again.
    let isTooLong = commands.utf8.count + trailer.utf8.count >= Self.testedLength
    if !isTooLong, mayTest(path), let tester = savedScriptTester.withLock({ $0 }) {
      test = { tester(path, $0) }
    }
    var report = try SavedSession(
      lines: isVerbatim ? nil : lines, verbatimText: commands, end: session.finishFailureCode,
      mayUpdate: redactor.isEmpty, redact: { [redactor] in redactor.redact($0) },
      sections: { [self] in trailer(ofSections: $0) }, test: test,
      write: { [self] text throws(Diagnostic) in
        try write(text, path, overwriting)
        overwriting = true
      }
    ).save()
    if isTooLong {
      report.notes.append(
        "not tested, because it is longer than 1 MiB: 'macho test' shows whether it passes")
    }
    return report
  }

  /// Returns what to print about a saved script. `nil` if it is not in a file of its own.
  private func note(about report: SavedSession.Report, _ name: String, _ path: String) -> String? {
    guard isRegularFile(path) else { return nil }
    let count = (try? ScriptParser.parse(report.text))?.steps.count
    let commands = count.map { " (\(counted($0, "command")))" } ?? ""
    return (["wrote \(name)\(commands)"] + report.notes).joined(separator: "\n")
  }

  /// The number of bytes up to which a saved session is tested.
  private static let testedLength = 1 << 20

  /// Whether a path is that of a file that a test can read, or of none.
  private func mayTest(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  private func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Returns the session so far as a parsed script.
  private func script() throws(Diagnostic) -> Script {
    do {
      return try ScriptParser.parse(commandText + trailer)
    } catch {
      throw Diagnostic(
        "not-supported", "the session cannot be written as a script: \(error.text())")
    }
  }

  /// The path of the session's script, from which file names are resolved.
  private var scriptPath: String { baseScriptPath ?? "session.macho" }

  private var environment: [String: String] { ProcessInfo.processInfo.environment }

  /// Returns a part of the session as a script: of the edited session, unless `isVerbatim` is `true` or
  /// only all lines lead to the actions.
  private func sliceText(
    _ slice: Range<Int>, isVerbatim: Bool
  ) throws(Diagnostic) -> String {
    func part(of script: Script, isEdited: Bool) throws(Diagnostic) -> String {
      try ScriptSlice(
        script, path: scriptPath, files: files, catalog: session.catalog,
        environment: environment, isEdited: isEdited
      ).text(of: slice)
    }
    if !isVerbatim, let edited = lines?.script(omitting: EditedScript.Omissions()),
      let editedScript = try? ScriptParser.parse(
        TranscriptWriter.header + edited.text + trailer(ofSections: edited.fileNames)),
      let text = try? part(of: editedScript, isEdited: true)
    {
      return text
    }
    return try part(of: try script(), isEdited: false)
  }

  private func exportText(as format: ExportFormat, _ path: String?) throws(Diagnostic) -> String {
    let file = path.map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent }
    let export = ScriptExport(
      try script(), path: scriptPath, files: files,
      name: file ?? session.storeName ?? "session", catalog: session.catalog,
      environment: environment, redactor: redactor)
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
    do throws(FileError) {
      try OutputFile.write(
        text, to: path, overwriting: overwriting, waitsForReader: false,
        operation: Recorder.operation)
    } catch { throw unwritable(error) }
  }
}
