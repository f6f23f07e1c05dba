import Composable
import MachoSessions
import MachoValues

/// Responds to calls of stubbed endpoints, from a session's table.
struct StubCaller: Sendable {
  let table: StubTable
  let syntax: ValueSyntax
  /// The clock for `after 300ms`.
  let clock: any Clock<Duration>
  /// The log of earlier responses, for replays. Default: `nil`.
  var replayLog: StubReplayLog?
  /// Notifies the store before a call of a real endpoint starts or completes.
  let boundary = EndpointBoundary()
  /// Whether a cancelled call of a real endpoint still has consequences: the task of an object goes
  /// on, but the actions of a cancelled effect are discarded.
  var observesCancelledCalls = false

  /// Responds to an asynchronous call. A pending call waits for `answer`.
  func call<Value: Sendable>(
    _ endpoint: Endpoint, _ arguments: [any Sendable], as type: Value.Type
  ) async throws -> Value {
    await EffectContext.current?.suspendExternalJob()
    let logged = loggedResponse(endpoint, arguments)
    switch logged.response {
    case .result(let result, let delay):
      if let delay { try await clock.sleep(for: delay) }
      return try value(of: result, endpoint)
    case .pending(let call, let isCancellable):
      let text = endpoint.name + StubTable.text(of: arguments, syntax)
      return try await EffectContext.withWait(for: .pending("an answer of \(text)")) {
        let result =
          if isCancellable {
            await cancellableResult(call, at: logged.loggedCall)
          } else {
            await pendingResult(call, at: logged.loggedCall)
          }
        return try value(of: result, endpoint)
      }
    case .missing, .stream:
      throw UnstubbedCall(endpoint: endpoint.name)
    }
  }

  /// Responds to a synchronous call. Throws if there is no stub.
  func synchronousCall<Value: Sendable>(
    _ endpoint: Endpoint, _ arguments: [any Sendable], as type: Value.Type
  ) throws -> Value {
    guard case .result(let result, _) = loggedResponse(endpoint, arguments).response else {
      throw UnstubbedCall(endpoint: endpoint.name)
    }
    return try value(of: result, endpoint)
  }

  /// Responds to a call that returns a stream.
  func stream<Value: Sendable>(
    _ endpoint: Endpoint, _ arguments: [any Sendable], of type: Value.Type
  ) -> StubStream<Value> {
    let text = endpoint.name + StubTable.text(of: arguments, syntax)
    guard case .stream(let elements, let call) = loggedResponse(endpoint, arguments).response
    else { return StubStream([], call: 0, text: text, caller: self) }
    return StubStream(elements, call: call, text: text, caller: self)
  }

  /// Returns the response of the replay log, or of the table.
  private func loggedResponse(_ endpoint: Endpoint, _ arguments: [any Sendable])
    -> StubReplayLog.LoggedResponse
  {
    guard let replayLog else {
      return .init(response: table.call(endpoint, arguments, syntax: syntax), loggedCall: nil)
    }
    return replayLog.response(endpoint.name + StubTable.text(of: arguments, syntax)) {
      table.call(endpoint, arguments, syntax: syntax)
    }
  }

  private func cancellableResult(_ call: Int, at loggedCall: StubReplayLog.LoggedCall?) async
    -> StubResult
  {
    await withTaskCancellationHandler {
      await pendingResult(call, at: loggedCall)
    } onCancel: {
      if let loggedCall { loggedCall.cancel(table, call) } else { table.cancel(call: call) }
    }
  }

  private func pendingResult(_ call: Int, at loggedCall: StubReplayLog.LoggedCall?) async
    -> StubResult
  {
    let effect = EffectContext.current
    return await withCheckedContinuation { continuation in
      let resume: @Sendable (StubResult) -> Void = { result in
        if let effect {
          effect.resumingTask { continuation.resume(returning: result) }
        } else {
          continuation.resume(returning: result)
        }
      }
      if let loggedCall {
        loggedCall.wait(table, call, resume)
      } else {
        table.wait(for: call, resume)
      }
    }
  }

  private func value<Value>(of result: StubResult, _ endpoint: Endpoint) throws -> Value {
    guard let value = try result.get() as? Value else {
      throw UnstubbedCall(endpoint: endpoint.name)
    }
    return value
  }
}

/// The error that a throwing endpoint throws if it has no stub.
struct UnstubbedCall: Error, CustomStringConvertible {
  let endpoint: String
  var description: String { "\(endpoint) has no stub" }
}
