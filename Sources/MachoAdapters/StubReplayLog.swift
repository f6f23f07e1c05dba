import MachoLocks
import MachoSessions

/// What stubs have answered, in the order of the calls, so that the same calls can be answered
/// again without asking the table.
final class StubReplayLog: Sendable {
  /// A call, what it was told, and where its answer came if it had to wait.
  private struct Call: Sendable {
    var text: String
    var answer: StubTable.Response
    var result: (operation: Int, result: StubResult)?
    /// Whether it came at an operation that is undone, and may be redone.
    var isUndone = false
    var resume: (@Sendable (StubResult) -> Void)?
  }

  private struct State: Sendable {
    var calls: [Call] = []
    /// How many calls were made, of those that are remembered.
    var position = 0
    /// What the store does now, or next.
    var operation = 0
    var isReplaying = false
    /// Whether another memory has taken over: nothing done here concerns the table any more.
    var isDetached = false
    /// Whether the calls were others than those that are remembered.
    var hasDiverged = false
  }

  private let state: Lock<State>

  /// A memory of nothing.
  init() { state = Lock(State()) }

  /// A memory that answers as another one has been answered.
  init(replaying other: StubReplayLog) {
    var content = other.state.withLock { $0 }
    content.position = 0
    content.operation = 0
    content.isReplaying = true
    for index in content.calls.indices { content.calls[index].resume = nil }
    self.state = Lock(content)
  }

  /// An answer, and the place to wait at if it is pending.
  struct LoggedResponse {
    var answer: StubTable.Response
    var place: LoggedCall?
  }

  /// A call that may wait.
  struct LoggedCall: Sendable {
    let memory: StubReplayLog
    let index: Int
  }

  /// Whether what was called while replaying is what was called then.
  var isFaithful: Bool { state.withLock { !$0.hasDiverged } }

  /// Whether a call was answered by a stream that takes elements one by one, which is not kept.
  var hasOpenStreams: Bool {
    state.withLock { content in
      content.calls.contains { call in
        guard case .stream(let elements, _) = call.answer else { return false }
        return elements.contains { if case .pending = $0.content { true } else { false } }
      }
    }
  }

  func response(_ text: String, ask: () -> StubTable.Response) -> LoggedResponse {
    let remembered: StubTable.Response? = state.withLock { content in
      guard content.isReplaying else { return nil }
      guard content.position < content.calls.count, content.calls[content.position].text == text
      else {
        content.hasDiverged = true
        return .missing
      }
      content.position += 1
      return content.calls[content.position - 1].answer
    }
    let answer = remembered ?? ask()
    let index = state.withLock { content in
      if remembered == nil {
        content.calls.append(Call(text: text, answer: answer))
        content.position = content.calls.count
      }
      return content.position - 1
    }
    return LoggedResponse(answer: answer, place: LoggedCall(memory: self, index: index))
  }

  /// Begins something that the store does: what had been answered before it is answered again.
  func startOperation(_ operation: Int) {
    let due: [(@Sendable (StubResult) -> Void, StubResult)] = state.withLock { content in
      content.operation = operation
      guard content.isReplaying else { return [] }
      return content.calls.indices.compactMap { index in
        guard let result = content.calls[index].result, result.operation <= operation,
          let resume = content.calls[index].resume
        else { return nil }
        content.calls[index].resume = nil
        return (resume, result.result)
      }
    }
    for (resume, result) in due { resume(result) }
  }

  /// Ends what the store does: an answer that comes now belongs to what it does next.
  func finishOperation() { state.withLock { $0.operation += 1 } }

  /// Forgets what was answered at operations that are undone for good.
  func discardUndone() {
    state.withLock { content in
      content.calls.removeSubrange(content.position...)
      for index in content.calls.indices where content.calls[index].isUndone {
        content.calls[index].isUndone = false
        content.calls[index].result = nil
      }
    }
  }

  /// Goes on from where the replay ended: what still waits is answered by the table again. What
  /// came later is kept, as it may be redone.
  func resume(asking table: StubTable, at operation: Int) {
    let waiting: [(Int, Int)] = state.withLock { content in
      content.isReplaying = false
      content.operation = operation
      for index in content.calls.indices {
        content.calls[index].isUndone =
          content.calls[index].result.map { $0.operation >= operation - 1 } ?? false
      }
      return content.calls.indices.compactMap { index in
        guard content.calls[index].resume != nil,
          case .pending(let call) = content.calls[index].answer
        else { return nil }
        return (index, call)
      }
    }
    for (index, call) in waiting { wait(at: index, table, call) }
  }

  /// Lets go of the table, in which another memory's calls wait from now on.
  func detach() { state.withLock { $0.isDetached = true } }

  private func wait(at index: Int, _ table: StubTable, _ call: Int) {
    table.wait(for: call) { self.resolve(index, $0) }
  }

  private func resolve(_ index: Int, _ result: StubResult) {
    let resume = state.withLock { content -> (@Sendable (StubResult) -> Void)? in
      guard content.calls.indices.contains(index) else { return nil }
      // A cancelled task was let go already; a replay cancels it in its turn.
      guard let resume = content.calls[index].resume else { return nil }
      content.calls[index].resume = nil
      content.calls[index].result = (content.operation, result)
      return resume
    }
    resume?(result)
  }
}

extension StubReplayLog.LoggedCall {
  /// Has `resume` called when the call is answered.
  func wait(_ table: StubTable, _ call: Int, _ resume: @escaping @Sendable (StubResult) -> Void) {
    memory.wait(index, table, call, resume)
  }

  /// Ends the wait of a cancelled task.
  func cancel(_ table: StubTable, _ call: Int) { memory.cancel(index, table, call) }
}

extension StubReplayLog {
  fileprivate func wait(
    _ index: Int, _ table: StubTable, _ call: Int,
    _ resume: @escaping @Sendable (StubResult) -> Void
  ) {
    let (early, asks): (StubResult?, Bool) = state.withLock { content in
      if content.isReplaying, let result = content.calls[index].result,
        result.operation < content.operation
      {
        return (result.result, false)
      }
      content.calls[index].resume = resume
      return (nil, !content.isReplaying)
    }
    if let early { resume(early) }
    if asks { wait(at: index, table, call) }
  }

  fileprivate func cancel(_ index: Int, _ table: StubTable, _ call: Int) {
    let (resume, isTables): ((@Sendable (StubResult) -> Void)?, Bool) = state.withLock {
      content in
      guard content.calls.indices.contains(index) else { return (nil, false) }
      defer { content.calls[index].resume = nil }
      return (content.calls[index].resume, !content.isReplaying && !content.isDetached)
    }
    // The table forgets the call; whoever waits is let go here, and is not to be called twice.
    if isTables { table.cancel(call: call) }
    resume?(.failure(CancellationError()))
  }
}
