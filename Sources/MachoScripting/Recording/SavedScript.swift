import MachoLocks
import MachoSessions

/// A session as a script that was written, and was tested as `macho test` does.
///
/// A session may be impossible to repeat: a script waits for all external work, or for none, and a
/// feature may depend on hash order. A line that only reads becomes a comment if its output differs. What
/// else a test shows to fail, and what follows, becomes comments with the reason.
struct SavedScript {
  /// The lines without the sections.
  private var lines: [String]
  /// The reasons why lines became comments, and why the script may not pass.
  private(set) var notes: [String] = []
  /// Whether the last test failed. Default: `false`, also if it did not end.
  private(set) var isFailing = false

  /// Each test ends the script earlier, removes lines that only read, or changes the last line.
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
        isChanged = changeEnd(because: failure, in: steps)
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
      guard let result = test() else { return }
      guard change(because: result) else { return addNote(about: result) }
      try write(text)
    }
    test().map { addNote(about: $0) }
  }

  /// Says why the script may not pass.
  private mutating func addNote(about result: ScriptResult) {
    switch result.status {
    case .skipped, .failedAsExpected, .updated, .pending: break
    case .unreadable(let reason): notes.append("not tested: \(reason)")
    case .timedOut: notes.append("not tested to its end, which takes longer than a minute")
    default:
      isFailing = true
      notes.append("it does not pass: \(result.reason)")
    }
  }

  // MARK: Changes

  private var steps: [Script.Step] { (try? ScriptParser.parse(text))?.steps ?? [] }

  /// Adds the failure of the end, or removes a `finish` that fails otherwise. Returns `false` if the
  /// failure is another one.
  private mutating func changeEnd(
    because failure: ScriptResult.Failure, in steps: [Script.Step]
  ) -> Bool {
    if failure.kind == .endOfFile {
      guard let code = failure.code else { return false }
      if lines.last == "" { lines.removeLast() }
      lines += ["! [\(code)] finish", ""]
      return true
    }
    guard let step = steps.last, step.lines.contains(failure.line), step.line.command == .finish,
      step.line.expectedFailure != nil
    else { return false }
    lines.removeSubrange(step.allLines)
    return true
  }

  /// Changes the script because of its failures. Returns `false` if it cannot.
  private mutating func change(because result: ScriptResult) -> Bool {
    let failures = result.failures.prefix { $0.file == nil && $0.kind != .stale }
    guard let first = failures.first else { return false }
    let steps = self.steps
    if changeEnd(because: first, in: steps) { return true }
    let reading = failures.prefix { failure in
      steps.contains { $0.lines.contains(failure.line) && $0.changesNothing }
    }
    if !reading.isEmpty {
      // The lines above keep their numbers.
      for failure in reading.reversed() {
        guard let step = steps.first(where: { $0.lines.contains(failure.line) }) else { continue }
        comment(step.allLines, because: failure)
      }
      let numbers = reading.map { "\($0.line)" }.joined(separator: ", ")
      notes.append(
        reading.count == 1
          ? "\(reason(of: first)); it is a comment"
          : "lines \(numbers) cannot be repeated; they are comments")
      return true
    }
    guard first.kind != .endOfFile, lines.indices.contains(first.line - 1) else { return false }
    comment(first.line - 1..<lines.count, because: first)
    lines.append("")
    notes.append("\(reason(of: first)); it and the lines below it are comments")
    return true
  }

  /// Replaces lines by comments below the reason.
  private mutating func comment(_ range: Range<Int>, because failure: ScriptResult.Failure) {
    let comments = lines[range].filter { !$0.isEmpty }.map { "# \($0)" }
    lines.replaceSubrange(range, with: ["# \(reason(of: failure))"] + comments)
  }

  private func reason(of failure: ScriptResult.Failure) -> String {
    let problem = failure.problem
    return "line \(failure.line) cannot be repeated: "
      + (problem.isEmpty ? "its output differs" : problem)
  }
}

extension Script.Step {
  /// The positions of its lines in the file, counted from 0, with the expected output.
  fileprivate var allLines: Range<Int> {
    lines.lowerBound - 1..<lines.upperBound - 1 + (expectedOutput?.lines.count ?? 0)
  }

  /// Whether the lines below do the same without it.
  fileprivate var changesNothing: Bool { line.has(.readsState) || line.has(.assertsEnd) }
}

extension ScriptResult {
  /// Why the script does not pass, as a clause.
  var reason: String {
    guard let failure = failures.first else { return "a test of it has another result" }
    guard failure.kind != .mismatch else {
      return "'\(failure.command)' prints something else"
    }
    let problem = failure.problem
    return "'\(failure.command)' fails" + (problem.isEmpty ? "" : ": \(problem)")
  }
}

extension ScriptResult.Failure {
  /// The code and the message. Empty for a mismatch.
  fileprivate var problem: String {
    [code, message].compactMap(\.self).joined(separator: ": ")
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
