import MachoValues

/// Parses the arguments of `stub` and `answer`. `ResponsePrinter` writes them.
///
/// What follows `->` is read as a value, if it is one. Elsewhere, a word such as `pending` is a
/// keyword, and the value of that name begins with a dot.
struct ResponseParser {
  let command: Command
  let endpoints: [Endpoint]
  let syntax: ValueSyntax

  /// The tokens that begin a response.
  static let openings = ["->", " throws ", " pending", " finished"]

  /// An endpoint with the pattern of its arguments and the text of the responses.
  struct Head {
    var endpoint: Endpoint
    /// The call as it was typed.
    var call: String
    var pattern: CallPattern
    /// The text of the responses, with the `->` before them.
    var response: Arguments
    /// The number among the matching pending calls, from 1: `#2`.
    var number = 1
    /// Whether the call may be missing: `if pending`.
    var isOptional = false
  }

  /// Removes `if pending` from the beginning of the arguments of `answer`. Returns whether it was
  /// there.
  static func consumeCondition(_ arguments: inout Arguments, of command: Command) -> Bool {
    var rest = arguments
    guard command.argument == .answer, rest.consume("if"), rest.consume("pending") else {
      return false
    }
    arguments = rest
    return true
  }

  /// Throws for mistakes that do not depend on the registered endpoints.
  static func requireForm(_ arguments: Arguments, of command: Command) throws(Diagnostic) {
    var arguments = arguments
    _ = consumeCondition(&arguments, of: command)
    guard !arguments.isEmpty else { throw command.usageError("an endpoint's name is missing") }
    guard let opening = arguments.firstSeparator(of: openings) else {
      throw command.usageError("the response is missing", at: arguments.range)
    }
    guard opening.text != "->" || !arguments.after(opening).isEmpty else {
      throw command.usageError("a response is missing", at: arguments.range)
    }
  }

  /// Reads `name(arguments)` and returns it with the rest.
  func parseHead(_ arguments: Arguments) throws(Diagnostic) -> Head {
    var arguments = arguments
    let isOptional = Self.consumeCondition(&arguments, of: command)
    guard let opening = arguments.firstSeparator(of: Self.openings) else {
      throw command.usageError("the response is missing", at: arguments.range)
    }
    var call = arguments.before(opening)
    let number = try parseNumber(&call)
    let (endpoint, pattern) = try parseCall(call)
    return Head(
      endpoint: endpoint, call: String(call.text), pattern: pattern,
      response: arguments.from(opening), number: number, isOptional: isOptional)
  }

  /// Reads `name(arguments)`.
  func parseCall(
    _ call: Arguments
  ) throws(Diagnostic) -> (endpoint: Endpoint, pattern: CallPattern) {
    let name = call.text.prefix { $0 != "(" }.trimmingBlanks
    guard let endpoint = endpoints.first(where: { $0.name == name }) else {
      let all = endpoints.map(\.name)
      throw Diagnostic(
        "no-such-endpoint", "no endpoint '\(name)' is registered",
        at: call.offset..<call.offset + name.utf8.count,
        candidates: Suggestions.nearest(to: String(name), among: all),
        notes: all.isEmpty ? [] : ["registered: " + all.joined(separator: ", ")])
    }
    let written = call.text[name.endIndex...].trimmingBlanks
    let pattern = try read(at: call.offset + name.utf8.count) { () throws(ValueError) in
      // A name without arguments matches every call.
      CallPattern(
        try ArgumentsPattern(
          reading: written.isEmpty && !endpoint.argumentTypes.isEmpty
            ? "(_)" : written.isEmpty ? "()" : written, types: endpoint.argumentTypes,
          syntax: syntax))
    }
    return (endpoint, pattern)
  }

  /// Removes `#2` from the end of a call. Default: 1.
  private func parseNumber(_ call: inout Arguments) throws(Diagnostic) -> Int {
    guard let mark = call.firstSeparator(of: [" #"]) else { return 1 }
    let written = call.after(mark)
    guard command.argument == .answer, let number = Int(written.text), number >= 1 else {
      throw command.usageError(
        "invalid number of a pending call: '#\(written.text)'", at: written.range)
    }
    call = call.before(mark)
    return number
  }

  /// Throws if the endpoint is unknown, or if an argument or a response is not valid for it.
  func check(_ arguments: Arguments) throws(Diagnostic) {
    let head = try parseHead(arguments)
    if command.argument == .stub {
      _ = try parseResponses(head.response, of: head.endpoint)
    } else {
      _ = try parseAnswer(head.response, of: head.endpoint)
    }
  }

  /// Reads `value`, `value after 300ms`, `throws error("x")`, `pending`, and series with `, then`.
  func parseResponses(_ text: Arguments, of endpoint: Endpoint) throws(Diagnostic) -> [StubResponse]
  {
    if endpoint.isStream { return try parseStreams(text, of: endpoint) }
    var responses: [StubResponse] = []
    for part in text.split(at: ", then ") {
      responses.append(try parseResponse(part, of: endpoint))
    }
    return responses
  }

  private func parseResponse(_ text: Arguments, of endpoint: Endpoint) throws(Diagnostic)
    -> StubResponse
  {
    var text = text
    let isValue = text.consume(.arrow) && parseValue(text, of: endpoint) != nil
    guard !text.isEmpty else {
      throw command.usageError("a response is missing", at: text.range)
    }
    var pending = text
    if !isValue, pending.consume(.pending) {
      let isCancellable = !pending.consume(.uncancellable)
      guard pending.isEmpty else {
        throw command.usageError(
          "only 'uncancellable' can follow 'pending'", at: pending.range)
      }
      guard endpoint.isAsync else {
        throw Diagnostic(
          "not-supported", "\(endpoint.name) is synchronous: it cannot be pending", at: text.range)
      }
      return .pending(isCancellable: isCancellable)
    }
    if !isValue, let series = try parseSeries(text, of: endpoint) { return .series(series) }
    var stream = text
    if !isValue, stream.consume(.stream), !stream.isEmpty {
      throw command.usageError("\(endpoint.name) returns one value, not a stream", at: text.range)
    }
    let (value, delay) = try parseDelay(of: text)
    guard delay == nil || endpoint.isAsync else {
      throw Diagnostic(
        "not-supported", "\(endpoint.name) is synchronous: it cannot be delayed", at: text.range)
    }
    return .result(try parseResult(value, of: endpoint), after: delay)
  }

  /// Reads `incrementing` or `seed 7`. Returns `nil` for other text.
  private func parseSeries(_ text: Arguments, of endpoint: Endpoint) throws(Diagnostic)
    -> StubSeries?
  {
    if let series = StubSeries(.generator(String(text.text)), of: endpoint) { return series }
    var seed = text
    guard endpoint.seeded != nil, seed.consume(.seed) else { return nil }
    return StubSeries(.seed(try read(seed, as: UInt64.self)), of: endpoint)
  }

  /// Splits a response from its delay: `1 after 300ms`.
  func parseDelay(of text: Arguments) throws(Diagnostic) -> (response: Arguments, delay: Duration?)
  {
    guard let after = text.firstSeparator(of: [" after "]) else {
      guard !text.text.hasSuffix(" after") else {
        throw command.usageError("the duration is missing", at: text.range)
      }
      return (text, nil)
    }
    let written = text.after(after)
    let delay = try read(written, as: Duration.self)
    guard delay >= .zero else {
      throw Diagnostic("out-of-range", "the delay must not be negative", at: written.range)
    }
    return (text.before(after), delay)
  }

  /// Reads the response of an `answer` line: an element of a stream or its end, or a result.
  func parseAnswer(_ text: Arguments, of endpoint: Endpoint) throws(Diagnostic)
    -> StubStreamElement.Content
  {
    var text = text
    if text.consume(.arrow), let value = parseValue(text, of: endpoint) { return .value(value) }
    return endpoint.isStream
      ? try parseContent(text, of: endpoint)
      : StubStreamElement.Content(try parseResult(text, of: endpoint))
  }

  /// Reads a value, or `throws` with an error.
  func parseResult(_ text: Arguments, of endpoint: Endpoint) throws(Diagnostic) -> StubResult {
    if let value = parseValue(text, of: endpoint) { return .success(value) }
    var error = text
    guard error.consume(.throws) else {
      var end = text
      if end.consume(.finished), end.isEmpty {
        throw command.usageError("\(endpoint.name) returns one value, not a stream", at: text.range)
      }
      return .success(
        try read(at: text.offset) { () throws(ValueError) in try endpoint.read(text.text, syntax) })
    }
    guard endpoint.canThrow else {
      throw Diagnostic("not-supported", "\(endpoint.name) cannot throw", at: error.range)
    }
    return .failure(try read(error, as: (any Error).self))
  }

  private func parseValue(_ text: Arguments, of endpoint: Endpoint) -> (any Sendable)? {
    try? endpoint.read(text.text, syntax)
  }

  private func read<T>(_ text: Arguments, as type: T.Type) throws(Diagnostic) -> T {
    try read(at: text.offset) { () throws(ValueError) in try syntax.read(text.text, as: type) }
  }

  private func read<T>(at offset: Int, _ body: () throws(ValueError) -> T) throws(Diagnostic) -> T {
    do throws(ValueError) { return try body() } catch { throw Diagnostic(error, offset: offset) }
  }
}

extension Arguments {
  /// Removes a keyword if it is the first word. Returns whether it was.
  mutating func consume(_ keyword: ResponsePrinter.Keyword) -> Bool { consume(keyword.rawValue) }
}

extension DrivenFeature {
  /// Returns the values that a `stub` or `answer` line responds with. Returns none for another line.
  package func responseValues(of line: Line) -> [any Sendable] {
    guard let command = line.command, [.stub, .answer].contains(command.argument) else { return [] }
    let parser = ResponseParser(command: command, endpoints: endpoints, syntax: syntax)
    guard let head = try? parser.parseHead(line.arguments) else { return [] }
    guard command.argument == .stub else {
      let content = try? parser.parseAnswer(head.response, of: head.endpoint)
      return [content].compactMap(\.self).values
    }
    let responses = (try? parser.parseResponses(head.response, of: head.endpoint)) ?? []
    return responses.flatMap { response -> [any Sendable] in
      switch response {
      case .result(let result, _): [StubStreamElement.Content(result)].values
      case .stream(let elements): elements.map(\.content).values
      case .pending, .series: []
      }
    }
  }
}

extension [StubStreamElement.Content] {
  fileprivate var values: [any Sendable] {
    compactMap { if case .value(let value) = $0 { value } else { nil } }
  }
}

/// A pattern of arguments that can be matched on any thread.
struct CallPattern: @unchecked Sendable {
  // SAFETY: the pattern owns values that were parsed from text. They are never changed or shared,
  // only compared.
  private let pattern: ArgumentsPattern

  init(_ pattern: ArgumentsPattern) { self.pattern = pattern }

  var text: String { pattern.text }
  /// The number of arguments that the pattern fixes.
  var exactness: Int { pattern.specificity }

  func matches(_ arguments: [any Sendable]) -> Bool { pattern.matches(arguments) }
}
