import MachoLocks
import MachoSessions

/// A session as a script that was written, and was tested as `macho test` does.
///
/// A session may be impossible to repeat: a script waits for all external work, or for none, and a
/// feature may depend on hash order. What a test shows to fail, and what follows, becomes comments with
/// the reason.
struct SavedScript {
  /// The lines without the sections.
  private var lines: [String]
  /// The reason why lines became comments.
  private(set) var note: String?

  /// Each test either ends the script earlier or adds its last line.
  private static let testLimit = 8
  /// A test adds or removes the last line. The next one shows whether that was right.
  private static let endTestLimit = 2

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  var text: String { lines.joined(separator: "\n") }

  /// Tests the script, and changes only its end. Calls `write` with each change. Returns the last
  /// result, or `nil` if the script passes.
  ///
  /// - Parameter codes: The codes with which the end may fail.
  mutating func test(
    endingWith codes: Set<DiagnosticCode>, _ test: () -> ScriptResult?,
    write: (String) throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> ScriptResult? {
    for _ in 0..<Self.endTestLimit {
      guard let result = test() else { return nil }
      var isChanged = false
      for failure in result.failures where !isChanged && failure.file == nil {
        let code = DiagnosticCode(rawValue: failure.code ?? "")
        if failure.kind == .endOfFile, !codes.contains(code) { continue }
        isChanged = changeEnd(because: failure)
      }
      guard isChanged else { return result }
      try write(text)
    }
    return test()
  }

  /// Changes the script until `test` says that it passes. Calls `write` with each change.
  mutating func makePass(
    test: () -> ScriptResult?, write: (String) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    for _ in 0..<Self.testLimit {
      guard let failure = test()?.failures.first, failure.file == nil, change(because: failure)
      else { return }
      try write(text)
    }
  }

  /// Adds the failure of the end, or removes a `finish` that does not fail. Returns `false` if the
  /// failure is another one.
  private mutating func changeEnd(because failure: ScriptResult.Failure) -> Bool {
    if failure.kind == .endOfFile {
      guard let code = failure.code else { return false }
      if lines.last == "" { lines.removeLast() }
      lines += ["! [\(code)] finish", ""]
      return true
    }
    let index = failure.line - 1
    guard lines.indices.contains(index),
      let line = try? Line(parsing: lines[index]), line.command == .finish,
      line.expectedFailure != nil
    else { return false }
    lines.removeSubrange(index...)
    lines.append("")
    return true
  }

  /// Changes the script because of a failure. Returns `false` if it cannot.
  private mutating func change(because failure: ScriptResult.Failure) -> Bool {
    if changeEnd(because: failure) { return true }
    let index = failure.line - 1
    guard failure.kind != .endOfFile, lines.indices.contains(index) else { return false }
    let reason = [failure.code, failure.message].compactMap { $0 }.joined(separator: ": ")
    let text =
      "line \(failure.line) cannot be repeated: \(reason.isEmpty ? "its output differs" : reason)"
    note = "\(text); it and the lines below it are comments"
    let rest = lines[index...].filter { !$0.isEmpty }.map { "# \($0)" }
    lines = lines[..<index] + ["# \(text)"] + rest + [""]
    return true
  }
}

/// How a saved script is tested.
package enum SavedScriptTest: Sendable {
  case plain
  /// As with '--strict'.
  case strict
  /// Expected output that does not match is updated.
  case updating
}

/// How the program tests saved scripts. Returns the result of a script that does not pass. Default: not
/// at all.
package let savedScriptTester = Lock<
  (@Sendable (_ path: String, _ test: SavedScriptTest) -> ScriptResult?)?
>(nil)
