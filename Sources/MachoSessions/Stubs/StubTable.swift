import MachoLocks
import MachoValues

/// What a script said that endpoints answer, and which calls still wait for an answer.
///
/// An adapter asks it from inside effects, a session fills it between them.
public final class StubTable: Sendable {
  // A lock, although both sides run on the session's thread when a store is quiescent: a live
  // store's endpoint may be called from a thread of the world outside.
  private let contents = Lock(Contents())

  /// Makes a table in which nothing is stubbed.
  public init() {}

  /// What an endpoint does with one call.
  public enum Answer: Sendable {
    /// Returns or throws at once, or after a while of virtual time.
    case result(StubResult, after: Duration?)
    /// Waits until `answer` names the call; the number is for `wait(for:_:)`.
    case pending(call: Int)
    /// Nobody stubbed the call, and it cannot wait.
    case missing
  }

  /// Answers a call; one that nobody stubbed is noted as a problem, and waits if it can.
  public func call(_ endpoint: Endpoint, _ arguments: [any Sendable], syntax: ValueSyntax)
    -> Answer
  {
    let text = Self.text(of: arguments, syntax)
    return contents.withLock { contents in
      if let answer = contents.respond(to: endpoint.name, arguments) {
        if let answer { return answer }
      } else {
        contents.problems.append(Self.unstubbed(endpoint, text))
        if !endpoint.isAsync { return .missing }
      }
      contents.calls += 1
      contents.pending.append(
        PendingCall(
          id: contents.calls, endpoint: endpoint.name, arguments: arguments, text: text))
      return .pending(call: contents.calls)
    }
  }

  /// Has `resume` called when `answer` completes the call, or at once if it already has.
  public func wait(for call: Int, _ resume: @escaping @Sendable (StubResult) -> Void) {
    let result: StubResult? = contents.withLock { contents in
      if let early = contents.early.removeValue(forKey: call) { return early }
      if let index = contents.pending.firstIndex(where: { $0.id == call }) {
        contents.pending[index].resume = resume
      }
      return nil
    }
    if let result { resume(result) }
  }

  /// Forgets a call whose effect was cancelled, and lets it end.
  public func cancel(call: Int) {
    let resume = contents.withLock { contents -> (@Sendable (StubResult) -> Void)? in
      guard let index = contents.pending.firstIndex(where: { $0.id == call }) else { return nil }
      let waiting = contents.pending.remove(at: index)
      if waiting.resume == nil { contents.early[call] = .failure(CancellationError()) }
      return waiting.resume
    }
    resume?(.failure(CancellationError()))
  }

  package func add(_ rule: StubRule) {
    contents.withLock { contents in
      contents.rules.removeAll { $0.endpoint == rule.endpoint && $0.pattern == rule.pattern }
      contents.rules.append(rule)
    }
  }

  /// Completes the oldest pending call that fits; the texts of the calls that wait when none does.
  package func answer(
    _ endpoint: String, where matches: ([any Sendable]) -> Bool, with result: StubResult
  ) -> [String]? {
    let found: (resume: (@Sendable (StubResult) -> Void)?, waiting: [String]?) =
      contents.withLock { contents in
        let index = contents.pending.firstIndex {
          $0.endpoint == endpoint && matches($0.arguments)
        }
        guard let index else { return (nil, contents.pending.map { $0.endpoint + $0.text }) }
        let call = contents.pending.remove(at: index)
        if call.resume == nil { contents.early[call.id] = result }
        return (call.resume, nil)
      }
    found.resume?(result)
    return found.waiting
  }

  package func takeProblems() -> [Diagnostic] {
    contents.withLock { contents in
      defer { contents.problems = [] }
      return contents.problems
    }
  }

  /// The calls that wait for an answer, the oldest first, as 'answer' names them.
  package var pendingCalls: [(endpoint: String, text: String)] {
    contents.withLock { $0.pending.map { ($0.endpoint, $0.endpoint + $0.text) } }
  }

  /// The lines of the stubs that no call has used.
  package var unused: [String] {
    contents.withLock { $0.rules.filter { $0.calls == 0 }.map(\.line) }
  }

  /// The arguments of a call as a script writes them.
  public static func text(of arguments: [any Sendable], _ syntax: ValueSyntax) -> String {
    arguments.isEmpty ? "" : "(" + arguments.map { syntax.print($0) }.joined(separator: ", ") + ")"
  }

  private static func unstubbed(_ endpoint: Endpoint, _ text: String) -> Diagnostic {
    let call = "\(endpoint.name)\(text) -> \(endpoint.exampleValue)"
    var notes = ["stub it first:  stub \(call)"]
    if endpoint.isAsync { notes.append("or answer now:  answer \(call)") }
    return Diagnostic(
      "unstubbed", "\(endpoint.name)\(text) was called and has no stub", notes: notes)
  }
}

/// What a stubbed call ends with.
public typealias StubResult = Result<any Sendable, any Error>

/// One `stub` line.
package struct StubRule: Sendable {
  package var endpoint: String
  /// The arguments' pattern as text: a later stub of the same calls replaces an earlier one.
  package var pattern: String
  /// How many arguments the pattern fixes: the most exact rule answers.
  package var exactness: Int
  package var line: String
  package var matches: @Sendable ([any Sendable]) -> Bool
  package var responses: [StubResponse]
  package var calls = 0
}

/// One of the responses of a stub, in their order; the last one repeats.
package enum StubResponse: Sendable {
  case result(StubResult, after: Duration?)
  case generator(@Sendable (_ call: Int) -> any Sendable)
  case pending
}

private struct PendingCall {
  var id: Int
  var endpoint: String
  var arguments: [any Sendable]
  var text: String
  var resume: (@Sendable (StubResult) -> Void)?
}

private struct Contents {
  var rules: [StubRule] = []
  var pending: [PendingCall] = []
  /// Answers that came before their call began to wait.
  var early: [Int: StubResult] = [:]
  var problems: [Diagnostic] = []
  var calls = 0

  /// `nil`: no rule fits. `.some(nil)`: the rule says pending.
  mutating func respond(to endpoint: String, _ arguments: [any Sendable])
    -> StubTable.Answer??
  {
    var best: Int?
    for (index, rule) in rules.enumerated()
    where rule.endpoint == endpoint && rule.matches(arguments) {
      if best.map({ rules[$0].exactness <= rule.exactness }) ?? true { best = index }
    }
    guard let best else { return nil }
    let call = rules[best].calls
    rules[best].calls += 1
    switch rules[best].responses[min(call, rules[best].responses.count - 1)] {
    case .result(let result, let delay): return .result(result, after: delay)
    case .generator(let make): return .result(.success(make(call)), after: nil)
    case .pending: return .some(nil)
    }
  }
}
