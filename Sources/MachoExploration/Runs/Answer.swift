import MachoSessions
import MachoValues

/// A result for an open call.
struct Answer {
  private let call: OpenCall
  private let endpoint: Endpoint
  private let text: String
  private let content: StubStreamElement.Content

  /// Draws a result. Returns `nil` if no value can be built.
  init?(
    to call: OpenCall, of endpoint: Endpoint, from choices: some ChoiceSource,
    _ responses: ResponseGenerator, in state: Any
  ) {
    self.call = call
    self.endpoint = endpoint
    let kind = choices.draw(below: endpoint.isStream ? 4 : 3)
    if kind == 1, endpoint.canThrow {
      text = "throws " + ResponseGenerator.error.text
      content = .failure(ResponseGenerator.error.value)
    } else if endpoint.isStream, kind == 2 {
      text = "finished"
      content = .finished
    } else {
      guard let response = responses.value(of: endpoint, from: choices, in: state) else {
        return nil
      }
      text = "-> " + response.text
      content = .value(response.value)
    }
  }

  /// Completes the call.
  func apply(to stubs: StubTable, among calls: [OpenCall]) {
    let number = number(among: calls) { _ in true }
    if endpoint.isStream {
      _ = stubs.feed(endpoint.name, where: { _ in true }, number: number, with: content)
      return
    }
    let result: StubResult =
      switch content {
      case .failure(let error): .failure(error)
      case .value(let value): .success(value)
      case .finished, .pending: .success(())
      }
    _ = stubs.complete(endpoint.name, where: { _ in true }, number: number, with: result)
  }

  /// Returns the `answer` line. It names the arguments if their text parses back.
  func line(among calls: [OpenCall], _ syntax: ValueSyntax) -> String {
    var arguments = call.text
    var number = number(among: calls) { $0.text == call.text }
    let pattern = try? ArgumentsPattern(
      reading: arguments.isEmpty ? "()" : arguments[...], types: endpoint.argumentTypes,
      syntax: syntax)
    if pattern?.matches(call.arguments) != true {
      arguments = "(_)"
      number = self.number(among: calls) { _ in true }
    }
    return "answer \(endpoint.name)\(arguments)\(number > 1 ? " #\(number)" : "") \(text)"
  }

  /// Returns the number of the call among those of its endpoint that satisfy a condition.
  private func number(among calls: [OpenCall], where isIncluded: (OpenCall) -> Bool) -> Int {
    calls.prefix { $0.id <= call.id }.count { $0.endpoint == endpoint.name && isIncluded($0) }
  }
}
