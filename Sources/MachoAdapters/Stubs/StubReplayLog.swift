import MachoLocks
import MachoSessions

/// The log of stub responses in the order of the calls, so that a replay can repeat them without
/// the table.
final class StubReplayLog: Sendable {
  /// A call with its response, and with the result if the call was pending.
  private struct Call: Sendable {
    var text: String
    var response: StubTable.Response
    var result: (operation: Int, result: StubResult)?
    /// Whether the result arrived in an undone operation, which may be redone.
    var isUndone = false
    var resume: (@Sendable (StubResult) -> Void)?
  }

  private struct State: Sendable {
    var calls: [Call] = []
    /// The number of logged calls that were made again.
    var position = 0
    /// The index of the current or next operation.
    var operation = 0
    var isReplaying = false
    /// Whether another log has replaced this one, so that it must not change the table.
    var isDetached = false
    /// Whether the calls differed from the logged ones.
    var hasDiverged = false
  }

  private let state: Lock<State>

  /// Creates an empty log.
  init() { state = Lock(State()) }

  /// Creates a log that repeats the responses of another one.
  init(replaying other: StubReplayLog) {
    var state = other.state.withLock { $0 }
    state.position = 0
    state.operation = 0
    state.isReplaying = true
    for index in state.calls.indices { state.calls[index].resume = nil }
    self.state = Lock(state)
  }

  /// A response with its logged call, for waiting if it is pending.
  struct LoggedResponse {
    var response: StubTable.Response
    var loggedCall: LoggedCall?
  }

  /// A logged call, by index.
  struct LoggedCall: Sendable {
    let log: StubReplayLog
    let index: Int
  }

  /// Whether the replayed calls equal the logged ones.
  var isFaithful: Bool { state.withLock { !$0.hasDiverged } }

  /// Whether a call returned a stream with pending elements, which are not logged.
  var hasOpenStreams: Bool {
    state.withLock { state in
      state.calls.contains { call in
        guard case .stream(let elements, _) = call.response else { return false }
        return elements.contains { if case .pending = $0.content { true } else { false } }
      }
    }
  }

  func response(_ text: String, makeResponse: () -> StubTable.Response) -> LoggedResponse {
    let remembered: StubTable.Response? = state.withLock { state in
      guard state.isReplaying else { return nil }
      guard state.position < state.calls.count, state.calls[state.position].text == text
      else {
        state.hasDiverged = true
        return .missing
      }
      state.position += 1
      return state.calls[state.position - 1].response
    }
    let response = remembered ?? makeResponse()
    let index = state.withLock { state in
      if remembered == nil {
        state.calls.append(Call(text: text, response: response))
        state.position = state.calls.count
      }
      return state.position - 1
    }
    return LoggedResponse(response: response, loggedCall: LoggedCall(log: self, index: index))
  }

  /// Starts an operation. In a replay, completes the calls whose results arrived before it.
  func startOperation(_ operation: Int) {
    let due: [(@Sendable (StubResult) -> Void, StubResult)] = state.withLock { state in
      state.operation = operation
      guard state.isReplaying else { return [] }
      return state.calls.indices.compactMap { index in
        guard let result = state.calls[index].result, result.operation <= operation,
          let resume = state.calls[index].resume
        else { return nil }
        state.calls[index].resume = nil
        return (resume, result.result)
      }
    }
    for (resume, result) in due { resume(result) }
  }

  /// Finishes an operation. Later results belong to the next one.
  func finishOperation() { state.withLock { $0.operation += 1 } }

  /// Discards calls and results of undone operations.
  func discardUndone() {
    state.withLock { state in
      state.calls.removeSubrange(state.position...)
      for index in state.calls.indices where state.calls[index].isUndone {
        state.calls[index].isUndone = false
        state.calls[index].result = nil
      }
    }
  }

  /// Ends the replay. Pending calls wait for the table again. Later results are retained for redo.
  func resume(asking table: StubTable, at operation: Int) {
    let waiting: [(Int, Int)] = state.withLock { state in
      state.isReplaying = false
      state.operation = operation
      for index in state.calls.indices {
        state.calls[index].isUndone =
          state.calls[index].result.map { $0.operation >= operation - 1 } ?? false
      }
      return state.calls.indices.compactMap { index in
        guard state.calls[index].resume != nil,
          case .pending(let call, _) = state.calls[index].response
        else { return nil }
        return (index, call)
      }
    }
    for (index, call) in waiting { wait(at: index, table, call) }
  }

  /// Detaches the log from the table, which another log uses from now on.
  func detach() { state.withLock { $0.isDetached = true } }

  private func wait(at index: Int, _ table: StubTable, _ call: Int) {
    table.wait(for: call) { self.resolve(index, $0) }
  }

  private func resolve(_ index: Int, _ result: StubResult) {
    let resume = state.withLock { state -> (@Sendable (StubResult) -> Void)? in
      guard state.calls.indices.contains(index) else { return nil }
      // A cancelled task has been resumed already. A replay cancels it at the same point.
      guard let resume = state.calls[index].resume else { return nil }
      state.calls[index].resume = nil
      state.calls[index].result = (state.operation, result)
      return resume
    }
    resume?(result)
  }
}

extension StubReplayLog.LoggedCall {
  /// Calls `resume` when the call completes.
  func wait(_ table: StubTable, _ call: Int, _ resume: @escaping @Sendable (StubResult) -> Void) {
    log.wait(index, table, call, resume)
  }

  /// Cancels the wait of a cancelled task.
  func cancel(_ table: StubTable, _ call: Int) { log.cancel(index, table, call) }
}

extension StubReplayLog {
  fileprivate func wait(
    _ index: Int, _ table: StubTable, _ call: Int,
    _ resume: @escaping @Sendable (StubResult) -> Void
  ) {
    let (early, waitsForTable): (StubResult?, Bool) = state.withLock { state in
      if state.isReplaying, let result = state.calls[index].result,
        result.operation < state.operation
      {
        return (result.result, false)
      }
      state.calls[index].resume = resume
      return (nil, !state.isReplaying)
    }
    if let early { resume(early) }
    if waitsForTable { wait(at: index, table, call) }
  }

  fileprivate func cancel(_ index: Int, _ table: StubTable, _ call: Int) {
    let (resume, isInTable): ((@Sendable (StubResult) -> Void)?, Bool) = state.withLock {
      state in
      guard state.calls.indices.contains(index) else { return (nil, false) }
      defer { state.calls[index].resume = nil }
      return (state.calls[index].resume, !state.isReplaying && !state.isDetached)
    }
    // The table removes the call. The waiting task is resumed here, exactly once.
    if isInTable { table.cancel(call: call) }
    resume?(.failure(CancellationError()))
  }
}
