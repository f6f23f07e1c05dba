import Foundation
import MachoReporting
import MachoSessions
import MachoSystem

// Writes a session as a script, a slice of it, or an export.

extension SessionRecording {
  /// The session so far as text of a script that passes.
  package var scriptText: String { redactor.redact(commandText + recorded.trailer) }

  /// The session's commands, without sections.
  private var commandText: String {
    let ending = session.finishFailureCode.map { "! [\($0)] finish\n" } ?? ""
    return TranscriptWriter.header + recorded.text + ending
  }

  /// Writes the session: edited, unless `isVerbatim` is `true`, so that it passes.
  func save(
    _ path: String, isVerbatim: Bool, _ overwriting: Bool
  ) throws(Diagnostic) -> SavedSession.Report {
    var overwriting = overwriting
    var test: ((SavedScriptTest) -> ScriptResult?)?
    if mayTest(path), let tester { test = { tester(path, $0) } }
    return try save(isVerbatim: isVerbatim, test: test) { [self] text throws(Diagnostic) in
      try write(text, path, overwriting)
      overwriting = true
    }
  }

  /// Returns the whole session as a script that was tested, with what cannot be repeated. The test is in a
  /// temporary file beside the session's files, where `@file` finds them.
  package func testedScript() -> (text: String, notes: [String]) {
    guard let tester else { return (scriptText, []) }
    var file: FileReplacement?
    let path = (files?.root ?? ".") + "/.macho-script"
    do throws(Diagnostic) {
      let report = try save(
        isVerbatim: true, test: { kind in file?.temporaryPath.flatMap { tester($0, kind) } },
        write: { [self] text throws(Diagnostic) in
          do throws(FileError) {
            let next = try FileReplacement(of: path, isNamed: true)
            try next.write(Array(text.utf8))
            file = next
          } catch { throw unwritable(error) }
        })
      return (report.text, report.notes)
    } catch {
      return (scriptText, ["not tested: \(error.message)"])
    }
  }

  /// Makes a script of the session that passes, and writes it.
  private func save(
    isVerbatim: Bool, test: ((SavedScriptTest) -> ScriptResult?)?,
    write: @escaping (String) throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> SavedSession.Report {
    let isTooLong = recorded.isTooLong
    var report = try SavedSession(
      lines: isVerbatim ? nil : recorded.lines, verbatimText: recorded.text,
      end: session.finishFailureCode,
      mayUpdate: redactor.isEmpty, redact: { [redactor] in redactor.redact($0) },
      sections: { [self] in recorded.trailer(ofSections: $0) }, test: isTooLong ? nil : test,
      write: write
    ).save()
    if !isVerbatim, isTooLong || recorded.lines == nil {
      let reason =
        isTooLong ? "it is longer than 1 MiB" : "a live store was restored after a crash"
      report.notes.append("all lines stay, also mistakes and queries: \(reason)")
    }
    if isTooLong { report.notes.append(Self.untestedNote) }
    return report
  }

  /// Tests a complete recorded file, and replaces it by a script that passes. Returns what cannot be repeated, and
  /// whether the script passes as far as is known.
  func makePass(_ recorder: Recorder) throws(Diagnostic) -> (notes: [String], passes: Bool) {
    guard let tester else { return ([], true) }
    let limit = RecordedSession.testedLength
    guard let lines = recorder.lines(limit: limit) else {
      return (recorder.length < limit ? [] : [Self.untestedNote], true)
    }
    var script = SavedScript(lines)
    try script.makePass {
      tester(recorder.path, .plain)
    } write: { text throws(Diagnostic) in
      recorder.removeLock()
      try write(text + redactor.redact(recorder.trailer), recorder.path, true)
    }
    return (script.notes, !script.isFailing)
  }

  /// Returns what to print about a saved script. `nil` if it is not in a file of its own.
  func note(about report: SavedSession.Report, _ name: String, _ path: String) -> String? {
    guard ScriptFiles.isRegular(path) else { return nil }
    let count = (try? ScriptParser.parse(report.text))?.steps.count
    let commands = count.map { " (\(counted($0, "command")))" } ?? ""
    return (["wrote \(name)\(commands)"] + report.notes).joined(separator: "\n")
  }

  private static let untestedNote =
    "not tested, because it is longer than 1 MiB: '\(DriverName.command) test' shows whether it passes"

  /// Whether a path is that of a file that a test can read, or of none.
  private func mayTest(_ path: String) -> Bool {
    ScriptFiles.isRegular(path) || !FileManager.default.fileExists(atPath: path)
  }

  /// Returns the session so far as a parsed script.
  private func script() throws(Diagnostic) -> Script {
    do {
      return try ScriptParser.parse(commandText + recorded.trailer)
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
  func sliceText(
    _ slice: Range<Int>, isVerbatim: Bool
  ) throws(Diagnostic) -> String {
    func part(of script: Script, isEdited: Bool) throws(Diagnostic) -> String {
      try ScriptSlice(
        script, path: scriptPath, files: files, catalog: session.catalog,
        environment: environment, isEdited: isEdited
      ).text(of: slice)
    }
    if !isVerbatim, let edited = recorded.lines?.script(omitting: EditedScript.Omissions()),
      let editedScript = try? ScriptParser.parse(
        TranscriptWriter.header + edited.text + recorded.trailer(ofSections: edited.fileNames)),
      let text = try? part(of: editedScript, isEdited: true)
    {
      return text
    }
    return try part(of: try script(), isEdited: false)
  }

  /// Returns the session so far in an export format.
  func exportText(as format: ExportFormat, _ path: String?) throws(Diagnostic) -> String {
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

  /// Writes a text to a file, whose directories are created.
  func write(
    _ text: String, _ path: String, _ overwriting: Bool
  ) throws(Diagnostic) {
    do throws(FileError) {
      try OutputFile.write(
        text, to: path, overwriting: overwriting, waitsForReader: false, createsDirectories: true,
        operation: Recorder.operation)
    } catch { throw unwritable(error) }
  }
}
