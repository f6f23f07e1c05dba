import MachoSessions
import MachoValues

/// A result for an open call.
struct Answer {
  private let call: OpenCall
  private let endpoint: Endpoint
  private let content: StubStreamElement.Content

  /// Whether the line allows that the call is not pending.
  var isOptional = false

  /// Creates a chosen result.
  init(to call: OpenCall, of endpoint: Endpoint, with content: StubStreamElement.Content) {
    self.call = call
    self.endpoint = endpoint
    self.content = content
  }

  /// Draws a result. Returns `nil` if no value can be built.
  init?(
    to call: OpenCall, of endpoint: Endpoint, from choices: some ChoiceSource,
    _ responses: ResponseGenerator, in state: Any
  ) {
    self.call = call
    self.endpoint = endpoint
    let kind = choices.draw(below: endpoint.isStream ? 4 : 3)
    if kind == 1, endpoint.canThrow {
      content = .failure(responses.error(of: endpoint, from: choices))
    } else if endpoint.isStream, kind == 2 {
      content = .finished
    } else {
      guard let value = responses.value(of: endpoint, from: choices, in: state) else {
        return nil
      }
      content = .value(value)
    }
  }

  /// Whether the call fails.
  var isFailure: Bool { if case .failure = content { true } else { false } }

  /// Completes the call.
  func apply(to stubs: StubTable, among calls: [OpenCall]) {
    let number = number(among: calls) { _ in true }
    _ = stubs.answer(endpoint, where: { _ in true }, number: number, with: content)
  }

  /// Returns the `answer` line. It names the arguments if their text parses back.
  func line(among calls: [OpenCall], _ syntax: ValueSyntax) -> Line {
    let printer = ResponsePrinter(syntax: syntax)
    let text = printer.call(endpoint, call.arguments)
    let isAlike = text == endpoint.name + call.text
    let number = number(among: calls) { !isAlike || $0.text == call.text }
    // A drawn value was read from text.
    return printer.answerLine(
      text, number: number, content, of: endpoint, isOptional: isOptional) ?? Line(.answer)
  }

  /// Returns the number of the call among those of its endpoint that satisfy a condition.
  private func number(among calls: [OpenCall], where isIncluded: (OpenCall) -> Bool) -> Int {
    calls.prefix { $0.id <= call.id }.count { $0.endpoint == endpoint.name && isIncluded($0) }
  }
}
