import MachoSessions
import MachoValues

/// How an endpoint responds in a run, unless a line of the target stubs it.
struct StubPlan {
  /// The `stub` line.
  let line: Line
  let rule: StubRule

  /// The choice of a response that is an error, which calls throw at once.
  static let failureChoice = 2

  /// Draws the responses of an endpoint. Returns `nil` if no value of its type can be built and it
  /// cannot be pending.
  init?(
    of endpoint: Endpoint, from choices: some ChoiceSource, _ responses: ResponseGenerator
  ) {
    if let series = StubSeries(.generator("incrementing"), of: endpoint) {
      self.init(endpoint, .series(series), responses)
      return
    }
    if endpoint.seeded != nil,
      let series = StubSeries(.seed(UInt64(choices.draw(below: 4))), of: endpoint)
    {
      self.init(endpoint, .series(series), responses)
      return
    }
    guard endpoint.isAsync || endpoint.isStream else {
      guard let value = responses.value(of: endpoint, from: choices) else { return nil }
      self.init(endpoint, .result(.success(value), after: nil), responses)
      return
    }
    // A pending call is the simplest response: 'answer' completes it at any time, with any result.
    switch choices.draw(below: 4) {
    case let kind where kind == 1 || kind == 3:
      guard !endpoint.isStream, let value = responses.value(of: endpoint, from: choices) else {
        break
      }
      let delay: Duration? = kind == 3 ? .seconds(1) : nil
      self.init(endpoint, .result(.success(value), after: delay), responses)
      return
    case Self.failureChoice where endpoint.canThrow && !endpoint.isStream:
      let error = responses.error(of: endpoint, from: choices)
      self.init(endpoint, .result(.failure(error), after: nil), responses)
      return
    default: break
    }
    self.init(
      endpoint,
      endpoint.isStream
        ? .stream([StubStreamElement(content: .pending)]) : .pending(isCancellable: true),
      responses)
  }

  /// Creates the plan of an endpoint that throws its error of this number at once.
  init(failing endpoint: Endpoint, _ number: Int, _ responses: ResponseGenerator) {
    let error = responses.error(number, of: endpoint)
    self.init(endpoint, .result(.failure(error), after: nil), responses)
  }

  private init(_ endpoint: Endpoint, _ response: StubResponse, _ responses: ResponseGenerator) {
    // A drawn value was read from text.
    line = responses.printer.stubLine(endpoint.name, [response], of: endpoint) ?? Line(.stub)
    rule = StubRule(
      endpoint: endpoint, call: endpoint.name,
      pattern: endpoint.argumentTypes.isEmpty ? "()" : "(_)",
      exactness: 0, line: line.text, matches: { _ in true }, responses: [response])
  }
}
