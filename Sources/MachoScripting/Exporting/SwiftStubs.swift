import MachoSessions
import MachoValues

/// Collects a store's dependency calls and exports them as closures with the same answers.
struct SwiftStubs {
  /// The lines of a test that concern dependencies.
  struct Lines {
    /// The declarations before the store.
    var declarations: [String] = []
    /// The statements in `withDependencies`.
    var assignments: [String] = []
    /// Whether an answer has a delay.
    var usesClock = false
    /// Whether random numbers were drawn. The test then declares a generator type.
    var needsRandomNumbers = false
  }

  /// One call and the body of its closure.
  struct Call {
    var arguments: [any Sendable]
    var isExact: Bool
    var body: [String]
    /// The returned value, if the body only returns it.
    var value: SwiftExpression?
  }

  /// The calls, by the name of the endpoint.
  private(set) var calls: [String: [Call]] = [:]
  /// The endpoints, in the order of their first call.
  private(set) var endpoints: [Endpoint] = []
  /// The names of the streams that deliver the answers of pending calls, by call number.
  private var streams: [Int: String] = [:]
  private(set) var declarations: [String] = []
  private(set) var usesClock = false

  /// Consumes an event. Returns the lines for the test's body at this position.
  mutating func consume(
    _ event: StubEvent, _ names: inout SwiftNames, _ printer: inout SwiftSourcePrinter
  ) throws(ValueError) -> [String] {
    switch event {
    case .answered(let call, let content):
      guard let name = streams[call] else { return [] }
      return try continuationLines(name, content, &printer)
    case .called(let endpoint, let arguments, let answer, let isExact):
      if calls[endpoint.name] == nil { endpoints.append(endpoint) }
      var call = Call(arguments: arguments, isExact: isExact, body: [])
      try addAnswer(endpoint, answer, &call, &names, &printer)
      calls[endpoint.name, default: []].append(call)
      return []
    }
  }

  /// Returns the prefix of the variable names that belong to an endpoint.
  private func baseName(_ endpoint: Endpoint) -> String {
    SwiftNames.variableName(endpoint.name.split(separator: ".").last.map(String.init) ?? "call")
  }

  // MARK: Answers

  private func continuationLines(
    _ name: String, _ content: StubStreamElement.Content, _ printer: inout SwiftSourcePrinter
  ) throws(ValueError) -> [String] {
    switch content {
    case .value(let value):
      let expression = try printer.expression(value, as: type(of: value))
      return SwiftExpression.list("\(name).continuation.yield(", [expression], ")")
        .lines(width: SwiftExport.width)
    case .failure(let error):
      let expression = try printer.expression(error, as: (any Error).self)
      return ["\(name).continuation.finish(throwing: \(expression.line))"]
    case .finished: return ["\(name).continuation.finish()"]
    case .pending: return []
    }
  }

  private mutating func addAnswer(
    _ endpoint: Endpoint, _ answer: StubTable.Response, _ call: inout Call,
    _ names: inout SwiftNames, _ printer: inout SwiftSourcePrinter
  ) throws(ValueError) {
    let attempt = endpoint.canThrow ? "try" : "try?"
    switch answer {
    case .result(let result, let delay):
      if let delay, delay > .zero {
        usesClock = true
        let time = try printer.expression(delay, as: Duration.self).line
        call.body.append("\(attempt) await clock.sleep(for: \(time))")
      }
      switch result {
      case .success(let value):
        let expression = try printer.expression(value, as: endpoint.valueType)
        if call.body.isEmpty { call.value = expression }
        if endpoint.valueType != Void.self {
          call.body += SwiftExpression.prefixed("return ", expression)
            .lines(width: SwiftExport.width - 8)
        }
      case .failure(let error):
        let expression = try printer.expression(error, as: (any Error).self)
        call.body.append("throw \(expression.line)")
      }
    case .pending(let number, let isCancellable):
      guard isCancellable else {
        throw printer.makeError(
          "an uncancellable call of \(endpoint.name) cannot be exported",
          notes: ["stub it as 'pending'"])
      }
      let name = try declareStream(number, of: endpoint, &names, &printer)
      call.body = [
        "for \(endpoint.canThrow ? "try " : "")await answer in \(name).stream { return answer }"
      ]
      guard endpoint.canThrow else {
        throw printer.makeError(
          "\(endpoint.name) cannot throw, so a pending call cannot end when it is cancelled",
          notes: ["stub it with a value and a delay:  \(endpoint.name) -> VALUE after DURATION"])
      }
      call.body.append("throw CancellationError()")
    case .stream(let elements, let number):
      call.body = try elementStreamBody(elements, number, endpoint, &names, &printer)
    case .missing:
      throw printer.makeError("\(endpoint.name) was called and had no stub")
    }
  }

  private mutating func declareStream(
    _ number: Int, of endpoint: Endpoint, _ names: inout SwiftNames,
    _ printer: inout SwiftSourcePrinter
  ) throws(ValueError) -> String {
    let name = names.unique(baseName(endpoint) + "Answer")
    let type = try printer.spelling(of: endpoint.valueType)
    declarations.append(
      endpoint.canThrow
        ? "let \(name) = AsyncThrowingStream<\(type), any Error>.makeStream()"
        : "let \(name) = AsyncStream<\(type)>.makeStream()")
    streams[number] = name
    return name
  }

  /// Returns the body of a closure that returns a stream. The stream produces its elements in the
  /// consumer's task.
  private mutating func elementStreamBody(
    _ elements: [StubStreamElement], _ number: Int, _ endpoint: Endpoint, _ names: inout SwiftNames,
    _ printer: inout SwiftSourcePrinter
  ) throws(ValueError) -> [String] {
    let type = endpoint.canThrow ? "AsyncThrowingStream" : "AsyncStream"
    let counter = names.unique(baseName(endpoint) + "Elements")
    declarations.append("let \(counter) = LockIsolated(0)")
    var lines = [
      "return \(type) {", "  switch \(counter).withValue({ $0 += 1; return $0 }) {",
    ]
    var rest = ["  default: return nil"]
    for (index, element) in elements.enumerated() {
      lines.append("  case \(index + 1):")
      if let delay = element.delay, delay > .zero {
        usesClock = true
        let time = try printer.expression(delay, as: Duration.self).line
        lines.append("    \(endpoint.canThrow ? "try" : "try?") await clock.sleep(for: \(time))")
      }
      switch element.content {
      case .value(let value):
        let expression = try printer.expression(value, as: endpoint.valueType)
        lines.append("    return \(expression.line)")
      case .failure(let error):
        let expression = try printer.expression(error, as: (any Error).self)
        lines.append("    throw \(expression.line)")
      case .finished: lines.append("    return nil")
      case .pending:
        // Always the last element: 'answer' delivers the following ones.
        let name = try declareStream(number, of: endpoint, &names, &printer)
        lines.removeLast()
        let attempt = endpoint.canThrow ? "try " : ""
        rest = [
          "  default:", "    for \(attempt)await answer in \(name).stream { return answer }",
          "    return nil",
        ]
      }
    }
    return lines + rest + ["  }", "}"]
  }
}
