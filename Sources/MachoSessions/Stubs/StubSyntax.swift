import MachoValues

/// Parses the arguments of `stub` and `answer`.
struct StubSyntax {
  let command: Command
  let endpoints: [Endpoint]
  let syntax: ValueSyntax

  /// The tokens that begin a response.
  private static let openings = ["->", " throws ", " pending", " finished"]

  /// An endpoint with the pattern of its arguments and the text of the responses.
  struct Head {
    var endpoint: Endpoint
    var pattern: CallPattern
    var response: Arguments
    /// The number among the matching pending calls, from 1: `#2`.
    var number = 1
  }

  /// Throws for mistakes that do not depend on the registered endpoints.
  static func requireForm(_ arguments: Arguments, of command: Command) throws(Diagnostic) {
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
    guard let opening = arguments.firstSeparator(of: Self.openings) else {
      throw command.usageError("the response is missing", at: arguments.range)
    }
    var call = arguments.before(opening)
    let number = try parseNumber(&call)
    let response =
      opening.text == "->" ? arguments.after(opening) : arguments.from(opening)
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
    return Head(endpoint: endpoint, pattern: pattern, response: response, number: number)
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
    } else if head.endpoint.isStream {
      _ = try parseContent(head.response, of: head.endpoint)
    } else {
      _ = try parseResult(head.response, of: head.endpoint)
    }
  }

  /// Reads `value`, `value after 300ms`, `throws error("x")`, `pending`, and series with `, then`.
  func parseResponses(_ text: Arguments, of endpoint: Endpoint) throws(Diagnostic) -> [StubResponse]
  {
    if endpoint.isStream { return try parseStreams(text, of: endpoint) }
    var responses: [StubResponse] = []
    for var part in text.split(at: ", then ") {
      // The arrow may be repeated.
      _ = part.consume("->")
      responses.append(try parseResponse(part, of: endpoint))
    }
    return responses
  }

  private func parseResponse(_ text: Arguments, of endpoint: Endpoint) throws(Diagnostic)
    -> StubResponse
  {
    guard !text.isEmpty else {
      throw command.usageError("a response is missing", at: text.range)
    }
    var pending = text
    if pending.consume("pending") {
      let isCancellable = !pending.consume("uncancellable")
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
    if let generator = endpoint.generators[String(text.text)] { return .generator(generator) }
    var seed = text
    if let seeded = endpoint.seeded, seed.consume("seed") {
      let number = try read(seed, as: UInt64.self)
      return .generator { seeded(number, $0) }
    }
    var stream = text
    if stream.consume("stream"), !stream.isEmpty {
      throw command.usageError("\(endpoint.name) returns one value, not a stream", at: text.range)
    }
    let (value, delay) = try parseDelay(of: text)
    guard delay == nil || endpoint.isAsync else {
      throw Diagnostic(
        "not-supported", "\(endpoint.name) is synchronous: it cannot be delayed", at: text.range)
    }
    return .result(try parseResult(value, of: endpoint), after: delay)
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

  /// Reads a value, or `throws` with an error.
  func parseResult(_ text: Arguments, of endpoint: Endpoint) throws(Diagnostic) -> StubResult {
    var text = text
    guard text.consume("throws") else {
      do throws(ValueError) { return .success(try endpoint.read(text.text, syntax)) } catch {
        guard text.text == "finished" else { throw Diagnostic(error, offset: text.offset) }
        throw command.usageError("\(endpoint.name) returns one value, not a stream", at: text.range)
      }
    }
    guard endpoint.canThrow else {
      throw Diagnostic("not-supported", "\(endpoint.name) cannot throw", at: text.range)
    }
    return .failure(try read(text, as: (any Error).self))
  }

  private func read<T>(_ text: Arguments, as type: T.Type) throws(Diagnostic) -> T {
    try read(at: text.offset) { () throws(ValueError) in try syntax.read(text.text, as: type) }
  }

  private func read<T>(at offset: Int, _ body: () throws(ValueError) -> T) throws(Diagnostic) -> T {
    do throws(ValueError) { return try body() } catch { throw Diagnostic(error, offset: offset) }
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
