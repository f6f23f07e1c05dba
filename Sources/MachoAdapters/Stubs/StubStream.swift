import Composable
import MachoLocks
import MachoSessions

/// The source of a stubbed stream: first the elements of its stub, then those of `answer`.
///
/// Its deinit closes the stream in the table.
final class StubStream<Value: Sendable>: Sendable {
  private let caller: StubCaller
  private let call: Int
  private let text: String
  private let elements: Lock<ArraySlice<StubStreamElement>>

  init(_ elements: [StubStreamElement], call: Int, text: String, caller: StubCaller) {
    self.elements = Lock(elements[...])
    self.call = call
    self.text = text
    self.caller = caller
  }

  deinit { caller.table.close(stream: call) }

  /// Returns the next element. Returns `nil` at the end and for a cancelled task.
  func next() async throws -> Value? {
    guard let element = elements.withLock({ $0.first }) else { return nil }
    if case .pending = element.content {
      if let delay = element.delay { try await caller.clock.sleep(for: delay) }
      return try await value(of: nextAnswer())
    }
    elements.withLock { _ = $0.popFirst() }
    if let delay = element.delay { try await caller.clock.sleep(for: delay) }
    return try value(of: element.content)
  }

  private func nextAnswer() async -> StubStreamElement.Content {
    let (table, call) = (caller.table, call)
    return await EffectContext.withWait(for: .pending("an element of \(text)")) {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          table.next(of: call) { continuation.resume(returning: $0) }
        }
      } onCancel: {
        table.close(stream: call)
      }
    }
  }

  private func value(of content: StubStreamElement.Content) throws -> Value? {
    switch content {
    // The table's values were read as the endpoint's type, which is `Value`.
    case .value(let value): value as? Value
    case .failure(let error): throw error
    case .finished, .pending: nil
    }
  }
}

/// A real stream whose elements are observed.
///
/// SAFETY: only `next()` accesses `iterator`, and an unfolding stream calls it for one consumer at
/// a time.
final class ObservedStream<Stream: AsyncSequence>: @unchecked Sendable
where Stream.Element: Sendable {
  private var iterator: Stream.AsyncIterator
  private let call: StubCaller.Call
  private let caller: StubCaller

  init(_ stream: Stream, _ call: StubCaller.Call, _ caller: StubCaller) {
    iterator = stream.makeAsyncIterator()
    self.call = call
    self.caller = caller
  }

  func next() async throws -> Stream.Element? {
    let wait = caller.beginWait("an element of \(call.text)")
    do {
      let element = try await EffectContext.inEndpoint { try await iterator.next() }
      caller.recordContent(element.map { .value($0) } ?? .finished, of: call, wait)
      return element
    } catch {
      caller.recordContent(.failure(error), of: call, wait)
      throw error
    }
  }
}
