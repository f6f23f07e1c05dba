import Composable
import Testing

@Suite struct ConcurrencyTests {
  private struct Offline: Error, Equatable {}

  @Test func `Tasks change an isolated value one after the other`() async {
    let count = LockIsolated(0)
    await withTaskGroup { group in
      for _ in 0..<100 {
        group.addTask { count.withValue { $0 += 1 } }
      }
    }
    #expect(count.value == 100)
    count.setValue(3)
    count.withValue { value in
      value += 1
      #expect(count.value == 3, "The closure reads the value from before its change.")
    }
    #expect(count.value == 4)
    #expect(LockIsolated("abc").count == 3)
    let actor = ActorIsolated([1])
    await actor.withValue { $0.append(2) }
    #expect(await actor.value == [1, 2])
  }

  @Test func `A stream of a sequence has its elements, and its error if it can throw`() async {
    let source = AsyncThrowingStream<Int, any Error> {
      $0.yield(1)
      $0.yield(2)
      $0.finish(throwing: Offline())
    }
    var elements: [Int] = []
    for await element in source.eraseToStream() { elements.append(element) }
    #expect(elements == [1, 2])
    await #expect(throws: Offline()) {
      let stream = AsyncThrowingStream<Int, any Error>.finished(throwing: Offline())
      for try await _ in stream.eraseToThrowingStream() {}
    }
    for await _ in AsyncStream<Int>.finished { Issue.record("The stream is finished.") }
  }

  @Test func `A stream is created with its continuation`() async {
    let (stream, continuation) = AsyncStream<Int>.streamWithContinuation()
    continuation.yield(1)
    continuation.finish()
    #expect(await stream.reduce(into: []) { $0.append($1) } == [1])
  }

  @Test func `A task that never ends ends when it is cancelled`() async {
    let task = Task { try await Task.never() }
    let waiting = Task { try await task.cancellableValue }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test func `The import includes upstream's other modules`() {
    #expect(diff(1, 2) != nil)
    expectNoDifference([1], [1])
    let found = issues { reportIssue("here") }
    #expect(found.count == 1)
  }
}
