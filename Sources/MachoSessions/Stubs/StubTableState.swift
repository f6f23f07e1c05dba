/// What a table of stubs holds: rules, calls that wait, streams that are open.
struct StubTableState: Sendable {
  var rules: [StubRule] = []
  var pending: [PendingCall] = []
  var streams: [OpenStream] = []
  /// Answers that came before their call began to wait.
  var earlyResults: [Int: StubResult] = [:]
  var problems: [Diagnostic] = []
  var liveEvents: [LiveStoreEvent] = []
  /// What was called and answered since somebody looked; `nil` where nobody does.
  var log: [StubEvent]?
  var calls = 0

  /// Chooses the response to a call: of the most exact rule that fits it, the youngest such.
  mutating func nextResponse(to endpoint: String, _ arguments: [any Sendable]) -> (
    response: StubResponse, call: Int
  )? {
    var best: Int?
    for (index, rule) in rules.enumerated()
    where rule.endpoint == endpoint && rule.matches(arguments) {
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

/// A call that waits for its one answer.
struct PendingCall: Sendable {
  var id: Int
  var endpoint: String
  var arguments: [any Sendable]
  var text: String
  var resume: (@Sendable (StubResult) -> Void)?
}

/// A stream that `answer` feeds.
struct OpenStream: Sendable {
  var id: Int
  var endpoint: String
  var arguments: [any Sendable]
  var text: String
  /// What was answered and not yet taken.
  var buffer: [StubStreamElement.Content] = []
  /// Whether its end was answered.
  var isFinished = false
  var resume: (@Sendable (StubStreamElement.Content) -> Void)?
}
