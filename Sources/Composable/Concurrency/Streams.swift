extension AsyncStream {
  /// A stream that has no elements and never finishes.
  public static var never: Self {
    Self {
      try? await Task<Never, Never>.never()
      return nil
    }
  }

  /// A stream that is finished.
  public static var finished: Self { Self { $0.finish() } }

  /// Creates a stream of a sequence's elements. An error ends the stream.
  ///
  /// The stream's consumer reads the sequence directly, without a buffer.
  public init<S: AsyncSequence>(_ sequence: S) where S.Element == Element, S: Sendable {
    let source = StreamSource(sequence)
    self.init { try? await source.next() }
  }
}

extension AsyncStream {
  /// Equivalent to `makeStream(of:bufferingPolicy:)`.
  public static func streamWithContinuation(
    _ elementType: Element.Type = Element.self,
    bufferingPolicy limit: Continuation.BufferingPolicy = .unbounded
  ) -> (stream: Self, continuation: Continuation) {
    makeStream(of: elementType, bufferingPolicy: limit)
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// A stream that has no elements and never finishes.
  public static var never: Self {
    Self {
      try? await Task<Never, Never>.never()
      return nil
    }
  }

  /// Returns a stream that is finished, with an error if one is given.
  public static func finished(throwing error: Failure? = nil) -> Self {
    Self { $0.finish(throwing: error) }
  }

  /// Creates a stream of a sequence's elements.
  public init<S: AsyncSequence>(_ sequence: S) where S.Element == Element, S: Sendable {
    let source = StreamSource(sequence)
    self.init { try await source.next() }
  }
}

extension AsyncSequence where Self: Sendable {
  /// Returns a stream of the elements without the sequence's type. An error ends the stream.
  public func eraseToStream() -> AsyncStream<Element> { AsyncStream(self) }

  /// Returns a stream of the elements without the sequence's type.
  public func eraseToThrowingStream() -> AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream(self)
  }
}

/// The iterator from which a stream reads.
///
/// SAFETY: `@unchecked Sendable` because a stream requests one element at a time. Only one task at
/// a time is in `next`, and the runtime orders consecutive calls.
private final class StreamSource<S: AsyncSequence>: @unchecked Sendable where S: Sendable {
  private let sequence: S
  private var iterator: S.AsyncIterator?

  init(_ sequence: S) {
    self.sequence = sequence
  }

  func next() async throws -> S.Element? {
    var iterator = self.iterator ?? sequence.makeAsyncIterator()
    defer { self.iterator = iterator }
    return try await iterator.next()
  }
}

extension Task where Success == Never, Failure == Never {
  /// Suspends until the task is cancelled, then throws a `CancellationError`.
  public static func never() async throws {
    // Only a cancellation ends this wait, so the effect is idle meanwhile.
    await EffectContext.withWait(for: .pending("a cancellation")) {
      for await _ in AsyncStream.makeStream(of: Never.self).stream {}
    }
    throw _Concurrency.CancellationError()
  }
}

extension Task where Failure == any Error {
  /// The task's value. Cancelling the task that awaits it cancels this task.
  public var cancellableValue: Success {
    get async throws {
      try await withTaskCancellationHandler {
        try await value
      } onCancel: {
        cancel()
      }
    }
  }
}

extension Task where Failure == Never {
  /// The task's value. Cancelling the task that awaits it cancels this task.
  public var cancellableValue: Success {
    get async {
      await withTaskCancellationHandler {
        await value
      } onCancel: {
        cancel()
      }
    }
  }
}
