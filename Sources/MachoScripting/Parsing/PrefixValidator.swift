import MachoSessions

/// Validates the prefixes of a script's commands before anything runs.
enum PrefixValidator {
  /// Parses the first line of a command.
  static func parseLine(_ text: String, number: Int) throws(ScriptParseError) -> Line {
    let line: Line
    do {
      line = try Line(parsing: text)
    } catch {
      throw ScriptParseError(error, code: .badLine, line: number, source: text)
    }
    var validated: Set<Substring> = []
    for condition in line.conditions {
      let typed = Substring(
        text.utf8.prefix(condition.range.upperBound).dropFirst(condition.range.lowerBound))
      guard validated.insert(typed).inserted,
        let problem = unknownConditionError(condition.range, of: text)
      else {
        continue
      }
      throw ScriptParseError(problem, code: .unknownCondition, line: number, source: text)
    }
    let prefix = 0..<line.verbRange.lowerBound
    if line.verb.isEmpty {
      throw ScriptParseError(
        .badLine, line: number, columns: prefix, "no command after the prefix",
        source: text)
    }
    if case .code(let code) = line.expectedFailure, isCondition("[\(code.rawValue)]") {
      throw ScriptParseError(
        .badLine, line: number, columns: prefix, "a condition must precede '!'",
        suggestion: "write [\(code.rawValue)] !", source: text)
    }
    return line
  }

  /// Returns the error of an unknown condition, or `nil` if the condition is known.
  ///
  /// Only a session knows the conditions, so an empty session runs a harmless verb with the
  /// condition before it.
  private static func unknownConditionError(_ range: Range<Int>, of text: String) -> Diagnostic? {
    let condition = String(
      Substring(text.utf8.prefix(range.upperBound).dropFirst(range.lowerBound)))
    let outcome = Session(catalog: [], receiveMode: .onReceive).run(
      condition + " " + Command.quit.verb)
    guard var failure = outcome.failure, failure.code == "unknown-condition" else { return nil }
    failure.range = range
    return failure
  }

  private static func isCondition(_ text: String) -> Bool {
    unknownConditionError(0..<text.utf8.count, of: text) == nil
  }
}
