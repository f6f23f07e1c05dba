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
    if let problem = line.conditions.lazy.compactMap(\.error).first {
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

  private static func isCondition(_ text: String) -> Bool {
    Line(text).conditions.first?.error == nil
  }
}
