/// The state of a `StubTable`: rules, pending calls and open streams.
struct StubTableState: Sendable {
  var rules: [StubRule] = []
  var pending: [PendingCall] = []
  var streams: [OpenStream] = []
  /// The content of the latest `answer`. Default: `nil` (none).
  var lastAnswer: StubStreamElement.Content?
  /// Results that arrived before the call began to wait.
  var earlyResults: [Int: StubResult] = [:]
  var problems: [Diagnostic] = []
  var liveEvents: [LiveStoreEvent] = []
  /// Receives the events instead of `liveEvents`. Default: `nil`.
  var onLiveEvent: (@Sendable (LiveStoreEvent) -> Void)?
  /// The calls and completions since the last `takeLog`. `nil` if no journal needs them.
  var log: [StubEvent]?
  var calls = 0
  /// The calls of endpoints with stubs or without, in their order, which conditions count.
  var madeCalls: [MadeCall] = []
  /// Called with the name of each endpoint that is called, before the call returns.
  var onCall: (@Sendable (String) -> Void)?

  /// Returns the response to a call from the most exact matching rule. Of equally exact rules, the
  /// latest wins.
  mutating func nextResponse(to endpoint: String, _ arguments: [any Sendable]) -> (
    response: StubResponse, call: Int
  )? {
    var best: Int?
    for (index, rule) in rules.enumerated()
    where rule.endpoint.name == endpoint && rule.matches(arguments) {
      if best.map({ rules[$0].exactness <= rule.exactness }) ?? true { best = index }
    }
    guard let best else { return nil }
    let call = rules[best].calls
    rules[best].calls += 1
    return (rules[best].responses[min(call, rules[best].responses.count - 1)], call)
  }

  mutating func nextCall() -> Int {
    calls += 1
    return calls
  }
}

/// A call that was made, and that may be pending.
struct MadeCall: Sendable {
  let endpoint: String
  let arguments: [any Sendable]
  /// The arguments as text, with parentheses. Empty without arguments.
  let text: String
}

/// A call that waits for its result.
struct PendingCall: Sendable {
  var id: Int
  var endpoint: String
  var arguments: [any Sendable]
  var text: String
  var resume: (@Sendable (StubResult) -> Void)?
}

/// An open stream that `answer` feeds.
struct OpenStream: Sendable {
  var id: Int
  var endpoint: String
  var arguments: [any Sendable]
  var text: String
  /// The elements that have not been consumed yet.
  var buffer: [StubStreamElement.Content] = []
  /// Whether `answer` has finished the stream.
  var isFinished = false
  var resume: (@Sendable (StubStreamElement.Content) -> Void)?
}
