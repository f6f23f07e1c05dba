import Composable
import MachoSessions
import MachoValues

/// Answers the calls of stubbed endpoints from a session's table.
struct StubCaller: Sendable {
  let table: StubTable
  let syntax: ValueSyntax
  /// The clock on which `after 300ms` passes.
  let clock: any Clock<Duration>
  /// What was answered before, where that is needed again.
  var memory: StubReplayLog?

  /// Answers a call that can suspend; a pending one waits for `answer`.
  func call<Value: Sendable>(
    _ endpoint: Endpoint, _ arguments: [any Sendable], as type: Value.Type
  ) async throws -> Value {
    let answered = loggedResponse(endpoint, arguments)
    switch answered.answer {
    case .result(let result, let delay):
      if let delay { try await clock.sleep(for: delay) }
      return try value(of: result, endpoint)
    case .pending(let call):
      let text = endpoint.name + StubTable.text(of: arguments, syntax)
      return try await EffectContext.withWait(for: .pending("an answer of \(text)")) {
        try value(of: await pendingResult(call, at: answered.place), endpoint)
      }
    case .missing, .stream:
      throw UnstubbedCall(endpoint: endpoint.name)
    }
  }

  /// Answers a call that cannot suspend; one that nobody stubbed throws.
  func synchronousCall<Value: Sendable>(
    _ endpoint: Endpoint, _ arguments: [any Sendable], as type: Value.Type
  ) throws -> Value {
    guard case .result(let result, _) = loggedResponse(endpoint, arguments).answer else {
      throw UnstubbedCall(endpoint: endpoint.name)
    }
    return try value(of: result, endpoint)
  }

  /// Answers a call that returns a stream.
  func stream<Value: Sendable>(
    _ endpoint: Endpoint, _ arguments: [any Sendable], of type: Value.Type
  ) -> StubStream<Value> {
    let text = endpoint.name + StubTable.text(of: arguments, syntax)
    guard case .stream(let elements, let call) = loggedResponse(endpoint, arguments).answer
    else { return StubStream([], call: 0, text: text, caller: self) }
    return StubStream(elements, call: call, text: text, caller: self)
  }

  /// What the table, or the memory of it, has for a call.
  private func loggedResponse(_ endpoint: Endpoint, _ arguments: [any Sendable])
    -> StubReplayLog.LoggedResponse
  {
    guard let memory else {
      return .init(answer: table.call(endpoint, arguments, syntax: syntax), place: nil)
    }
    return memory.response(endpoint.name + StubTable.text(of: arguments, syntax)) {
      table.call(endpoint, arguments, syntax: syntax)
    }
  }

  private func pendingResult(_ call: Int, at place: StubReplayLog.LoggedCall?) async -> StubResult {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let resume: @Sendable (StubResult) -> Void = { continuation.resume(returning: $0) }
        if let place { place.wait(table, call, resume) } else { table.wait(for: call, resume) }
      }
    } onCancel: {
      if let place { place.cancel(table, call) } else { table.cancel(call: call) }
    }
  }

  private func value<Value>(of result: StubResult, _ endpoint: Endpoint) throws -> Value {
    guard let value = try result.get() as? Value else {
      throw UnstubbedCall(endpoint: endpoint.name)
    }
    return value
  }
}

/// Thrown into a feature by an endpoint that can throw and has no answer.
struct UnstubbedCall: Error, CustomStringConvertible {
  let endpoint: String
  var description: String { "\(endpoint) has no stub" }
}
