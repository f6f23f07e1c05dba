import MachoSessions
import MachoValues

/// How an endpoint responds in a run, unless a line of the target stubs it.
struct StubPlan {
  /// The `stub` line.
  let line: String
  let rule: StubRule

  /// Draws the responses of an endpoint. Returns `nil` if no value of its type can be built and it
  /// cannot be pending.
  init?(
    of endpoint: Endpoint, from choices: some ChoiceSource, _ responses: ResponseGenerator
  ) {
    if endpoint.generators["incrementing"] != nil, let make = endpoint.generators["incrementing"] {
      self.init(endpoint, "-> incrementing", [.generator(make)])
      return
    }
    if let seeded = endpoint.seeded {
      let seed = UInt64(choices.draw(below: 4))
      self.init(endpoint, "-> seed \(seed)", [.generator { seeded(seed, $0) }])
      return
    }
    guard endpoint.isAsync || endpoint.isStream else {
      guard let response = responses.value(of: endpoint, from: choices) else { return nil }
      self.init(endpoint, "-> " + response.text, [.result(.success(response.value), after: nil)])
      return
    }
    // A pending call is the simplest response: 'answer' completes it at any time, with any result.
    switch choices.draw(below: 4) {
    case 1:
      guard !endpoint.isStream, let response = responses.value(of: endpoint, from: choices) else {
        break
      }
      self.init(endpoint, "-> " + response.text, [.result(.success(response.value), after: nil)])
      return
    case 2 where endpoint.canThrow && !endpoint.isStream:
      let error = ResponseGenerator.error
      self.init(
        endpoint, "throws " + error.text, [.result(.failure(error.value), after: nil)])
      return
    case 3:
      guard !endpoint.isStream, let response = responses.value(of: endpoint, from: choices) else {
        break
      }
      self.init(
        endpoint, "-> \(response.text) after 1s",
        [.result(.success(response.value), after: .seconds(1))])
      return
    default: break
    }
    self.init(
      endpoint, "pending",
      [
        endpoint.isStream
          ? .stream([StubStreamElement(content: .pending)]) : .pending(isCancellable: true)
      ])
  }

  private init(_ endpoint: Endpoint, _ response: String, _ responses: [StubResponse]) {
    line = "stub \(endpoint.name) \(response)"
    rule = StubRule(
      endpoint: endpoint.name, pattern: endpoint.argumentTypes.isEmpty ? "()" : "(_)",
      exactness: 0, line: line, matches: { _ in true }, responses: responses)
  }
}

/// Draws results of calls.
final class ResponseGenerator {
  /// The error that stubs throw.
  static let error = (text: #"error("failed")"#, value: ScriptedError("failed"))

  private let generator: ValueGenerator
  private var built: [String: (text: String, value: any Sendable)] = [:]

  init(_ generator: ValueGenerator) { self.generator = generator }

  /// Draws a value of an endpoint. Returns `nil` if none can be built.
  func value(
    of endpoint: Endpoint, from choices: some ChoiceSource, in state: Any? = nil
  ) -> (text: String, value: any Sendable)? {
    let samples = state.map { generator.samples(in: $0) } ?? ValueSamples()
    guard let text = generator.text(of: endpoint.valueType, from: choices, in: samples) else {
      return nil
    }
    let key = endpoint.name + " " + text
    if let response = built[key] { return response }
    guard let value = try? endpoint.read(text[...], generator.syntax) else { return nil }
    let response = (generator.syntax.print(TypedValue(value, as: endpoint.valueType)), value)
    if built.count >= 10_000 { built = [:] }
    built[key] = response
    return response
  }
}
