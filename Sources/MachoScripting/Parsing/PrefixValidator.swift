import MachoSessions

/// What a script's parser refuses in the prefixes of a line, before anything runs.
enum PrefixValidator {
  /// Takes the first line of a command apart.
  static func parseLine(of text: String, number: Int) throws(ScriptParseError) -> Line {
    let line: Line
    do {
      line = try Line(parsing: text)
    } catch {
      throw ScriptParseError(error, code: .badLine, line: number, source: text)
    }
    var known: Set<Substring> = []
    for condition in line.conditions {
      let typed = Substring(
        text.utf8.prefix(condition.range.upperBound).dropFirst(condition.range.lowerBound))
      guard known.insert(typed).inserted,
        let problem = unknownConditionError(condition.range, of: text)
      else {
        continue
      }
      throw ScriptParseError(problem, code: .unknownCondition, line: number, source: text)
    }
    let prefix = 0..<line.verbRange.lowerBound
    if line.verb.isEmpty {
      throw ScriptParseError(
        .badLine, line: number, columns: prefix, "there is no command behind the prefix",
        source: text)
    }
    if case .code(let code) = line.expectedFailure, isCondition("[\(code.rawValue)]") {
      throw ScriptParseError(
        .badLine, line: number, columns: prefix, "a condition stands before '!'",
        suggestion: "write [\(code.rawValue)] !", source: text)
    }
    return line
  }

  /// Only a session knows which conditions there are: one that has nothing open is asked, with the
  /// condition before a verb that does nothing.
  private static func unknownConditionError(_ range: Range<Int>, of text: String) -> Diagnostic? {
    let condition = String(
      Substring(text.utf8.prefix(range.upperBound).dropFirst(range.lowerBound)))
    let outcome = Session(catalog: [], taking: .onReceive).run(condition + " quit")
    guard var failure = outcome.failure, failure.code == "unknown-condition" else { return nil }
    failure.range = range
    return failure
  }

  private static func isCondition(_ text: String) -> Bool {
    unknownConditionError(0..<text.utf8.count, of: text) == nil
  }
}
