import MachoReporting
import MachoSessions

/// A session that is written to a file: edited, if that passes, else with all its lines.
struct SavedSession {
  /// What was written, and what to say about it.
  struct Report: Equatable {
    var text: String
    /// What was left out or stays, and what cannot be repeated.
    var notes: [String] = []
  }

  /// The lines to edit. `nil` keeps all lines.
  var lines: RecordedLines?
  /// All lines, without header, end and sections.
  var verbatimText: String
  /// The failure of the end. `nil` if it passes.
  var end: DiagnosticCode?
  /// Whether the output of a script without undone lines may replace that of the session. It is not
  /// redacted.
  var mayUpdate: Bool
  /// Removes secrets.
  var redact: (String) -> String
  /// Returns the sections that lines have read and that have these names. `nil` returns all that were read.
  var sections: (_ names: Set<String>?) -> String
  /// Tests the written script. Returns the result of a script that does not pass. `nil` if it cannot be
  /// tested.
  var test: ((SavedScriptTest) -> ScriptResult?)?
  /// Writes the script.
  var write: (String) throws(Diagnostic) -> Void

  /// Writes the session. A session that cannot be tested keeps all lines.
  func save() throws(Diagnostic) -> Report {
    guard let lines, let test else { return try saveVerbatim() }
    var reason = lines.undoesParts ? "a line was undone in part" : nil
    var previous: ScriptResult?
    for omissions in attempts(for: lines) {
      let edited = lines.script(omitting: omissions)
      // In the context of scripts, dependencies may be live.
      let kind = omissions.contains(.impliedContext) ? SavedScriptTest.strict : .plain
      var (report, result) = try attempt(edited, kind, test)
      if mayUpdate, lines.hasTravel, omissions == .undoneLines, let failed = result,
        let updated = try update(edited, lines, test, after: failed, previous)
      {
        (report, result) = (updated, nil)
      }
      guard let result else {
        let kept = omissions.contains(.undoneLines) ? nil : reason
        return Report(
          text: report.text,
          notes: [kept.map { "undone lines stay: \($0)" }].compactMap(\.self)
            + report.notes + edited.counts.notes)
      }
      reason = "without them, \(result.reason)"
      previous = result
      // The next attempts would take as long.
      if case .timedOut = result.status { break }
    }
    return try saveVerbatim(because: reason)
  }

  /// What to leave out, best first: a script may depend on the context, or on undone lines.
  private func attempts(for lines: RecordedLines) -> [EditedScript.Omissions] {
    guard !lines.undoesParts else { return [EditedScript.Omissions()] }
    var attempts: [EditedScript.Omissions] = [.undoneLines]
    if lines.hasImpliedContext { attempts.insert([.undoneLines, .impliedContext], at: 0) }
    if lines.hasTravel { attempts.append(EditedScript.Omissions()) }
    return attempts
  }

  /// Writes and tests an edited script. Returns the result if it does not pass.
  private func attempt(
    _ edited: EditedScript, _ kind: SavedScriptTest, _ test: (SavedScriptTest) -> ScriptResult?
  ) throws(Diagnostic) -> (report: Report, result: ScriptResult?) {
    let trailer = redact(sections(edited.fileNames))
    // Stubs without calls are left out.
    let code = end == "unused-stub" ? nil : end
    var script = SavedScript(redact(TranscriptWriter.header + edited.text + finish(code)))
    try write(script.text + trailer)
    // Other failures at the end show that the script does something else.
    let result = try script.test(endingWith: ["running-effects", "external-work"]) {
      test(kind)
    } write: { text throws(Diagnostic) in
      try write(text + trailer)
    }
    return (Report(text: script.text + trailer), result)
  }

  /// Updates the expected output of a script without undone lines: a series of values or a clock is at
  /// another point there. Returns `nil` if it does not pass then, or not only its output differs.
  ///
  /// - Parameter previous: The result in the context of scripts. If it is the same, the context is left
  ///   out.
  private func update(
    _ edited: EditedScript, _ lines: RecordedLines, _ test: (SavedScriptTest) -> ScriptResult?,
    after result: ScriptResult, _ previous: ScriptResult?
  ) throws(Diagnostic) -> Report? {
    guard let outputs = result.differingOutputs else { return nil }
    let isSame = previous?.differingOutputs == outputs
    let script = isSame ? lines.script(omitting: [.undoneLines, .impliedContext]) : edited
    let (report, updated) = try attempt(script, .updating, test)
    if let updated, updated.status != .updated { return nil }
    let count = counted(result.failures.count, "command")
    return Report(
      text: report.text,
      notes: ["without the undone work, the output of \(count) differs; it was updated"])
  }

  private func saveVerbatim(because reason: String? = nil) throws(Diagnostic) -> Report {
    let trailer = redact(sections(nil))
    var script = SavedScript(redact(TranscriptWriter.header + verbatimText + finish(end)))
    try write(script.text + trailer)
    if let test {
      try script.makePass {
        test(.plain)
      } write: { text throws(Diagnostic) in
        try write(text + trailer)
      }
    }
    let kept = reason.map { "all lines stay, also mistakes and queries: \($0)" }
    return Report(
      text: script.text + trailer, notes: [kept].compactMap(\.self) + script.notes)
  }

  private func finish(_ code: DiagnosticCode?) -> String {
    code.map { "! [\($0)] finish\n" } ?? ""
  }
}

extension ScriptResult {
  /// What commands printed instead of their expected output. `nil` if something else is wrong.
  fileprivate var differingOutputs: [[String]]? {
    guard status == .failed, !failures.isEmpty, failures.allSatisfy({ $0.kind == .mismatch })
    else { return nil }
    return failures.map { $0.mismatch?.actual ?? [] }
  }
}

extension EditedScript.Counts {
  /// The note about what was left out. Empty if nothing was.
  fileprivate var notes: [String] {
    let parts = [
      (mistakes, "mistake", "mistakes"), (queries, "query", "queries"),
      (undone, "line of undone work", "lines of undone work"),
      (settings, "setting of the prompt", "settings of the prompt"),
      (stubs, "stub without calls", "stubs without calls"),
      (variables, "unused variable", "unused variables"),
    ].filter { $0.0 > 0 }.map { count, one, several in "\(count) \(count == 1 ? one : several)" }
    guard !parts.isEmpty else { return [] }
    return ["left out \(parts.joined(separator: ", ")); '--verbatim' keeps them"]
  }
}
