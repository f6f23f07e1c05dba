extension AsyncStream {
  /// A stream without elements that does not end by itself.
  public static var never: Self { Self { _ in } }

  /// A stream that has ended.
  public static var finished: Self { Self { $0.finish() } }

  /// A stream of a sequence's elements; an error ends it.
  ///
  /// The sequence is read by the stream's reader, so nothing is held between the two.
  public init<S: AsyncSequence>(_ sequence: S) where S.Element == Element, S: Sendable {
    let source = StreamSource(sequence)
    self.init { try? await source.next() }
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// A stream without elements that does not end by itself.
  public static var never: Self { Self { _ in } }

  /// A stream that has ended, with an error if one is given.
  public static func finished(throwing error: Failure? = nil) -> Self {
    Self { $0.finish(throwing: error) }
  }

  /// A stream of a sequence's elements.
  public init<S: AsyncSequence>(_ sequence: S) where S.Element == Element, S: Sendable {
    let source = StreamSource(sequence)
    self.init { try await source.next() }
  }
}

extension AsyncSequence where Self: Sendable {
  /// A stream of the elements, without the sequence's type; an error ends it.
  public func eraseToStream() -> AsyncStream<Element> { AsyncStream(self) }

  /// A stream of the elements, without the sequence's type.
  public func eraseToThrowingStream() -> AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream(self)
  }
}

/// The place in a sequence that a stream reads.
///
/// `@unchecked Sendable`: a stream asks for one element after the other, never for two at once, so
/// only one task at a time is in `next`; the runtime orders those that follow each other.
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
  /// Suspends until the task is cancelled, and throws then.
  public static func never() async throws {
    for await _ in AsyncStream<Never>.never {}
    throw _Concurrency.CancellationError()
  }
}

extension Task where Failure == any Error {
  /// The task's value; who waits for it cancels it when cancelled.
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
  /// The task's value; who waits for it cancels it when cancelled.
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
