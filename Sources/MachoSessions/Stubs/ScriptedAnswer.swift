// `stub` and `answer` lines as data, for callers that run them on a store without a session.

/// A result for a pending call, as an `answer` line writes it.
package struct ScriptedAnswer: Sendable {
  /// The endpoint.
  package let endpoint: Endpoint
  let pattern: CallPattern
  let number: Int
  let content: StubStreamElement.Content

  /// Completes the call. Returns `false` if no such call is pending.
  package func apply(to stubs: StubTable) -> Bool {
    stubs.answer(endpoint, where: { pattern.matches($0) }, number: number, with: content) == nil
  }
}

extension DrivenFeature {
  /// Reads a `stub` line. Throws the error that the session would report.
  package func stubRule(_ line: Line) throws(Diagnostic) -> StubRule {
    try ResponseParser(command: .stub, endpoints: endpoints, syntax: syntax).rule(line.arguments)
  }

  /// Reads an `answer` line. Throws the error that the session would report.
  package func scriptedAnswer(_ line: Line) throws(Diagnostic) -> ScriptedAnswer {
    let parser = ResponseParser(command: .answer, endpoints: endpoints, syntax: syntax)
    let head = try parser.parseHead(line.arguments)
    return ScriptedAnswer(
      endpoint: head.endpoint, pattern: head.pattern, number: head.number,
      content: try parser.parseAnswer(head.response, of: head.endpoint))
  }
}

extension ResponseParser {
  /// Reads the arguments of `stub`.
  func rule(_ arguments: Arguments) throws(Diagnostic) -> StubRule {
    let head = try parseHead(arguments)
    let responses = try parseResponses(head.response, of: head.endpoint)
    return StubRule(
      endpoint: head.endpoint, call: head.call, pattern: head.pattern.text,
      exactness: head.pattern.exactness, line: "stub " + arguments.text,
      matches: { head.pattern.matches($0) }, responses: responses)
  }
}
