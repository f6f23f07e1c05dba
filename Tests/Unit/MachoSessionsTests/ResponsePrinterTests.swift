import MachoValues
import Testing

@testable import MachoSessions

/// The text of a response parses back as the same response.
@Suite struct ResponsePrinterTests {
  private enum Verdict: Equatable, Sendable {
    case pending, pendingReview, finished, `throws`, stream, `nil`, `true`, seed, after, then
    case incrementing
    case uncancellable(Int)
  }

  private static let verdicts: [Verdict] = [
    .pending, .pendingReview, .finished, .throws, .stream, .nil, .true, .seed, .after, .then,
    .incrementing, .uncancellable(1),
  ]

  private func endpoint(isStream: Bool) -> Endpoint {
    Endpoint(
      name: "ask", argumentTypes: [], valueType: Verdict.self, canThrow: true, isAsync: true,
      isStream: isStream, generators: ["incrementing": { Verdict.uncancellable($0) }],
      seeded: { Verdict.uncancellable(Int($0) + $1) })
  }

  private func parser(_ command: Command, _ endpoint: Endpoint) -> ResponseParser {
    ResponseParser(command: command, endpoints: [endpoint], syntax: ValueSyntax())
  }

  /// Prints responses, reads the line and prints it again.
  private func roundTrip(_ responses: [StubResponse], _ endpoint: Endpoint) throws {
    let printer = ResponsePrinter(syntax: ValueSyntax())
    let line = try #require(printer.stubLine("ask", responses, of: endpoint)?.text)
    let parser = parser(.stub, endpoint)
    let head = try parser.parseHead(Arguments(line, from: 5))
    let read = try parser.parseResponses(head.response, of: endpoint)
    #expect(read.count == responses.count, "\(line)")
    for (read, response) in zip(read, responses) {
      #expect(areAlike(read, response), "\(line): \(read)")
    }
    #expect(printer.stubLine("ask", read, of: endpoint)?.text == line)
  }

  private func areAlike(_ left: StubResponse, _ right: StubResponse) -> Bool {
    switch (left, right) {
    case (.result(let left, let delay), .result(let right, let other)):
      areAlike(.init(left), .init(right)) && delay == other
    case (.series(let left), .series(let right)): left.name == right.name
    case (.pending(let left), .pending(let right)): left == right
    case (.stream(let left), .stream(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy { $0.delay == $1.delay && areAlike($0.content, $1.content) }
    default: false
    }
  }

  private func areAlike(_ left: StubStreamElement.Content, _ right: StubStreamElement.Content)
    -> Bool
  {
    switch (left, right) {
    case (.value(let left), .value(let right)): areSame(left, right)
    case (.failure(let left), .failure(let right)): "\(left)" == "\(right)"
    case (.finished, .finished), (.pending, .pending): true
    default: false
    }
  }

  @Test(arguments: verdicts.indices)
  func `A value that reads like a keyword stays a value`(index: Int) throws {
    let verdict = Self.verdicts[index]
    let value = StubResponse.result(.success(verdict), after: nil)
    let call = endpoint(isStream: false)
    try roundTrip([value], call)
    try roundTrip([.result(.success(verdict), after: .seconds(1)), value], call)
    try roundTrip([.pending(isCancellable: true), value, .pending(isCancellable: false)], call)
    let stream = endpoint(isStream: true)
    let element = StubStreamElement(content: .value(verdict))
    let end = StubStreamElement(content: .finished)
    try roundTrip([.stream([element, element, end]), .stream([element, end])], stream)
    try roundTrip(
      [.stream([.init(content: .value(verdict), delay: .seconds(2)), .init(content: .pending)])],
      stream)
    for endpoint in [call, stream] {
      let printer = ResponsePrinter(syntax: ValueSyntax())
      let line = try #require(
        printer.answerLine("ask", number: 2, .value(verdict), of: endpoint)?.text)
      let parser = parser(.answer, endpoint)
      let head = try parser.parseHead(Arguments(line, from: 7))
      #expect(head.number == 2)
      #expect(areAlike(try parser.parseAnswer(head.response, of: endpoint), .value(verdict)))
    }
  }

  @Test func `Keywords, errors and series parse back`() throws {
    let call = endpoint(isStream: false)
    let failure = StubResponse.result(.failure(ScriptedError("a, then b")), after: nil)
    try roundTrip([failure, .pending(isCancellable: true), failure], call)
    try roundTrip([.result(.failure(ScriptedError("x")), after: .milliseconds(3))], call)
    let seeded = try #require(StubSeries(.seed(7), of: call))
    let incrementing = try #require(StubSeries(.generator("incrementing"), of: call))
    try roundTrip([.series(seeded)], call)
    try roundTrip([failure, .series(incrementing)], call)
    #expect(StubSeries(.generator("decrementing"), of: call) == nil)
    let stream = endpoint(isStream: true)
    try roundTrip([.stream([.init(content: .finished)])], stream)
    try roundTrip([.stream([.init(content: .failure(ScriptedError("x")))])], stream)
    try roundTrip([.stream([.init(content: .pending)])], stream)
  }

  @Test(arguments: [Refusal.locked, .limited(until: 3)])
  func `A case of an error type stays that error`(refusal: Refusal) throws {
    var syntax = ValueSyntax()
    let call = endpoint(isStream: false)
    let failure = StubResponse.result(.failure(refusal), after: nil)
    syntax.errorModules = ["MachoSessionsTests"]
    let line = try #require(
      ResponsePrinter(syntax: syntax).stubLine("ask", [failure], of: call)?.text)
    let parser = ResponseParser(command: .stub, endpoints: [call], syntax: syntax)
    let head = try parser.parseHead(Arguments(line, from: 5))
    guard
      case .result(.failure(let read), nil) = try parser.parseResponses(head.response, of: call)
        .first
    else {
      Issue.record("\(line) does not throw")
      return
    }
    #expect(read as? Refusal == refusal, "\(line)")
  }

  @Test func `What follows an arrow is a value, if it is one`() throws {
    let call = endpoint(isStream: false)
    func responses(_ text: String) throws -> [StubResponse] {
      try parser(.stub, call).parseResponses(Arguments(text, from: 0), of: call)
    }
    #expect(
      try areAlike(responses("-> pending")[0], .result(.success(Verdict.pending), after: nil)))
    #expect(try areAlike(responses("pending")[0], .pending(isCancellable: true)))
    let mixed = try responses("-> stream, then pending, then -> throws")
    #expect(areAlike(mixed[1], .pending(isCancellable: true)))
    #expect(areAlike(mixed[2], .result(.success(Verdict.throws), after: nil)))
  }
}

enum Refusal: Error, Equatable {
  case locked
  case limited(until: Int)
}
