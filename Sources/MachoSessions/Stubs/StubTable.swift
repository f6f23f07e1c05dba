import MachoLocks
import MachoValues

/// The stubs of a store and its pending calls.
///
/// Adapters call it from effects, the session changes it between them.
package final class StubTable: Sendable {
  // A lock is required: effects of a live store may call endpoints from any thread.
  let contents = Lock(StubTableState())

  /// Creates an empty table.
  package init() {}

  /// The response to one call.
  package enum Response: Sendable {
    /// The endpoint returns or throws, after a delay in virtual time or immediately.
    case result(StubResult, after: Duration?)
    /// The endpoint returns a stream of these elements. `next(of:_:)` with the call's ID returns
    /// later ones.
    case stream([StubStreamElement], call: Int)
    /// The call is pending until `answer`. `wait(for:_:)` with the call's ID returns the result.
    case pending(call: Int, isCancellable: Bool)
    /// There is no stub, and the call cannot be pending.
    case missing
  }

  /// Returns the response to a call. A call without a stub is reported as a problem, and is pending
  /// if the endpoint allows it.
  package func call(_ endpoint: Endpoint, _ arguments: [any Sendable], syntax: ValueSyntax)
    -> Response
  {
    let text = Self.text(of: arguments, syntax)
    let (response, onCall) = contents.withLock { contents in
      contents.madeCalls.append(
        MadeCall(endpoint: endpoint.name, arguments: arguments, text: text))
      let answer = contents.response(endpoint, arguments, text)
      contents.record(endpoint, arguments, answer)
      return (answer, contents.onCall)
    }
    onCall?(endpoint.name)
    return response
  }

  /// Calls `resume` when `answer` completes the call, immediately if it already has.
  package func wait(for call: Int, _ resume: @escaping @Sendable (StubResult) -> Void) {
    let result: StubResult? = contents.withLock { contents in
      if let early = contents.earlyResults.removeValue(forKey: call) { return early }
      if let index = contents.pending.firstIndex(where: { $0.id == call }) {
        contents.pending[index].resume = resume
      }
      return nil
    }
    if let result { resume(result) }
  }

  /// Removes a call of a cancelled effect and resumes it with a `CancellationError`.
  package func cancel(call: Int) {
    let resume = contents.withLock { contents -> (@Sendable (StubResult) -> Void)? in
      guard let index = contents.pending.firstIndex(where: { $0.id == call }) else { return nil }
      let waiting = contents.pending.remove(at: index)
      if waiting.resume == nil { contents.earlyResults[call] = .failure(CancellationError()) }
      return waiting.resume
    }
    resume?(.failure(CancellationError()))
  }

  package func add(_ rule: StubRule) {
    contents.withLock { contents in
      contents.rules.removeAll {
        $0.endpoint.name == rule.endpoint.name && $0.pattern == rule.pattern
      }
      contents.rules.append(rule)
    }
  }

  /// Completes a matching pending call: the oldest, or the one of that number. Returns the pending
  /// calls if none matches.
  func complete(
    _ endpoint: String, where matches: ([any Sendable]) -> Bool, number: Int,
    with result: StubResult
  ) -> [String]? {
    let found: (resume: (@Sendable (StubResult) -> Void)?, waiting: [String]?) =
      contents.withLock { contents in
        let fitting = contents.pending.indices.filter {
          contents.pending[$0].endpoint == endpoint && matches(contents.pending[$0].arguments)
        }
        guard fitting.count >= number else { return (nil, contents.pendingCallTexts.map(\.text)) }
        let call = contents.pending.remove(at: fitting[number - 1])
        contents.lastAnswer = StubStreamElement.Content(result)
        contents.log?.append(.answered(call: call.id, StubStreamElement.Content(result)))
        if call.resume == nil { contents.earlyResults[call.id] = result }
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

  /// The pending calls, oldest first, as 'answer' writes them.
  package var pendingCalls: [(endpoint: String, text: String)] {
    contents.withLock { $0.pendingCallTexts }
  }

  /// The calls since the feature was opened, also those that were completed.
  var madeCalls: [MadeCall] { contents.withLock { $0.madeCalls } }

  /// The lines of the stubs that have not been called.
  package var unusedStubs: [String] {
    contents.withLock { $0.rules.filter { $0.calls == 0 }.map(\.line) }
  }

  /// Removes the stubs that have not been called.
  func removeUnusedStubs() {
    contents.withLock { $0.rules.removeAll { $0.calls == 0 } }
  }

  /// Runs code whose calls do not count: no response is consumed, and no call without a stub is a problem.
  package func withoutCounting(_ body: () -> Void) {
    let before = contents.withLock { $0 }
    body()
    contents.withLock { $0 = before }
  }

  /// Returns the arguments of a call as a script writes them.
  package static func text(of arguments: [any Sendable], _ syntax: ValueSyntax) -> String {
    arguments.isEmpty ? "" : "(" + arguments.map { syntax.print($0) }.joined(separator: ", ") + ")"
  }

  /// Returns the error for a call without a stub. `others` are stubs of the same endpoint with other
  /// arguments.
  fileprivate static func unstubbedError(
    _ endpoint: Endpoint, _ text: String, others: [StubRule]
  ) -> Diagnostic {
    let call = "\(endpoint.name)\(text) -> "
    var notes = ["stub it first:  stub \(call)\(endpoint.exampleResponse)"]
    if endpoint.isAsync || endpoint.isStream {
      notes.append("or answer now:  answer \(call)\(endpoint.exampleReturnValue)")
    }
    notes += others.prefix(3).map { "this stub has other arguments:  \($0.line)" }
    var error = Diagnostic(
      "unstubbed", "\(endpoint.name)\(text) was called and has no stub", notes: notes)
    error.identity = endpoint.name
    error.missingLines = [Line(.stub, "\(call)\(endpoint.exampleResponse)")]
    return error
  }
}

extension StubTableState {
  /// Returns the response to a call. Reports a call without a stub as a problem.
  fileprivate mutating func response(
    _ endpoint: Endpoint, _ arguments: [any Sendable], _ text: String
  ) -> StubTable.Response {
    var elements = [StubStreamElement(content: .pending)]
    var isCancellable = true
    switch nextResponse(to: endpoint.name, arguments) {
    case (.result(let result, let delay), _)?: return .result(result, after: delay)
    case (.series(let series), let call)?:
      return .result(.success(series.value(call)), after: nil)
    case (.stream(let stubbed), _)?: elements = stubbed
    case (.pending(let isPendingCancellable), _)?: isCancellable = isPendingCancellable
    case nil:
      let others = rules.filter { $0.endpoint.name == endpoint.name }
      problems.append(StubTable.unstubbedError(endpoint, text, others: others))
      if !endpoint.isAsync, !endpoint.isStream { return .missing }
    }
    let id = nextCall()
    if endpoint.isStream {
      streams.append(
        OpenStream(id: id, endpoint: endpoint.name, arguments: arguments, text: text))
      return .stream(elements, call: id)
    }
    pending.append(
      PendingCall(id: id, endpoint: endpoint.name, arguments: arguments, text: text))
    return .pending(call: id, isCancellable: isCancellable)
  }

  /// The pending calls and open streams, in the order of the calls.
  var pendingCallTexts: [(endpoint: String, text: String)] {
    let calls = pending.map { ($0.id, $0.endpoint, $0.endpoint + $0.text) }
    let streams = streams.filter { !$0.isFinished }.map {
      ($0.id, $0.endpoint, $0.endpoint + $0.text)
    }
    return (calls + streams).sorted { $0.0 < $1.0 }.map { ($0.1, $0.2) }
  }
}
