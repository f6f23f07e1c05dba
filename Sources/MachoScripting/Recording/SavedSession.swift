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
  /// Returns the sections with these names that lines have read. `nil` stands for all of them.
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
    for omissions in attempts(for: lines) {
      let edited = lines.script(omitting: omissions)
      let isUpdatable = mayUpdate && lines.hasTravel && omissions == .undoneLines
      // In the context of scripts, dependencies may be live.
      let kind = omissions.contains(.impliedContext) ? SavedScriptTest.strict : .plain
      let (report, result) = try attempt(edited, kind, test, updating: isUpdatable)
      guard let result else {
        let kept = omissions.contains(.undoneLines) ? nil : reason
        return Report(
          text: report.text,
          notes: [kept.map { "undone lines stay: \($0)" }].compactMap(\.self)
            + report.notes + edited.counts.notes)
      }
      reason = "without them, \(result.reason)"
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
    _ edited: EditedScript, _ kind: SavedScriptTest,
    _ test: (SavedScriptTest) -> ScriptResult?, updating: Bool
  ) throws(Diagnostic) -> (report: Report, result: ScriptResult?) {
    let trailer = redact(sections(edited.fileNames))
    // Stubs without calls are left out.
    let code = end == "unused-stub" ? nil : end
    var script = SavedScript(redact(TranscriptWriter.header + edited.text + finish(code)))
    try write(script.text + trailer)
    let result = try script.test {
      test(kind)
    } write: { text throws(Diagnostic) in
      try write(text + trailer)
    }
    var report = Report(text: script.text + trailer)
    guard updating, let result, result.hasOnlyMismatches else { return (report, result) }
    // Without the undone lines, a series of values or a clock is at another point.
    let updated = test(.updating)
    if let updated, updated.status != .updated { return (report, result) }
    let count = Set(result.failures.map(\.line)).count
    let those = count == 1 ? "that" : "those"
    report.notes = [
      "the output of \(counted(count, "line")) is \(those) without the undone lines"
    ]
    return (report, nil)
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
      text: script.text + trailer, notes: [kept, script.note].compactMap(\.self))
  }

  private func finish(_ code: DiagnosticCode?) -> String {
    code.map { "! [\($0)] finish\n" } ?? ""
  }
}

extension ScriptResult {
  /// Whether all commands succeeded, but printed something else.
  fileprivate var hasOnlyMismatches: Bool {
    status == .failed && !failures.isEmpty && failures.allSatisfy { $0.kind == .mismatch }
  }

  /// Why the script does not pass, as a clause.
  fileprivate var reason: String {
    guard let failure = failures.first else { return "the script does not pass" }
    guard failure.kind != .mismatch else {
      return "'\(failure.command)' prints something else"
    }
    let message = [failure.code, failure.message].compactMap(\.self).joined(separator: ": ")
    return "'\(failure.command)' fails" + (message.isEmpty ? "" : ": \(message)")
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
