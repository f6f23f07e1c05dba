import Composable

// Streams of asynchronous endpoints by key path, with the same overloads as Stub+KeyPaths.swift.
// A live session does not record their calls, because a stream is read only where it is returned.

extension Stub {
  /// Creates a stub for an asynchronous endpoint without arguments that returns a stream.
  public init<Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<
      DependencyValues, @Sendable () async -> AsyncStream<Value>
    > & Sendable
  ) {
    self.init(stream: name) { (values, stubbed: @escaping @Sendable () -> AsyncStream<Value>) in
      values[keyPath: path] = stubbed
    }
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an asynchronous endpoint with one argument that returns a stream.
  public init<A: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<
      DependencyValues, @Sendable (A) async -> AsyncStream<Value>
    > & Sendable
  ) {
    self.init(stream: name) { (values, stubbed: @escaping @Sendable (A) -> AsyncStream<Value>) in
      values[keyPath: path] = stubbed
    }
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an asynchronous endpoint with two arguments that returns a stream.
  public init<A: Sendable, B: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<
      DependencyValues, @Sendable (A, B) async -> AsyncStream<Value>
    > & Sendable
  ) {
    self.init(stream: name) { (values, stubbed: @escaping @Sendable (A, B) -> AsyncStream<Value>) in
      values[keyPath: path] = stubbed
    }
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an asynchronous endpoint with three arguments that returns a stream.
  public init<A: Sendable, B: Sendable, C: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<
      DependencyValues, @Sendable (A, B, C) async -> AsyncStream<Value>
    > & Sendable
  ) {
    self.init(stream: name) {
      (values, stubbed: @escaping @Sendable (A, B, C) -> AsyncStream<Value>) in
      values[keyPath: path] = stubbed
    }
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an asynchronous, throwing endpoint without arguments that returns a stream.
  public init<Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<
      DependencyValues, @Sendable () async throws -> AsyncStream<Value>
    > & Sendable
  ) {
    self.init(stream: name) { (values, stubbed: @escaping @Sendable () -> AsyncStream<Value>) in
      values[keyPath: path] = stubbed
    }
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an asynchronous, throwing endpoint with one argument that returns a stream.
  public init<A: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<
      DependencyValues, @Sendable (A) async throws -> AsyncStream<Value>
    > & Sendable
  ) {
    self.init(stream: name) { (values, stubbed: @escaping @Sendable (A) -> AsyncStream<Value>) in
      values[keyPath: path] = stubbed
    }
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an asynchronous, throwing endpoint with two arguments that returns a stream.
  public init<A: Sendable, B: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<
      DependencyValues, @Sendable (A, B) async throws -> AsyncStream<Value>
    > & Sendable
  ) {
    self.init(stream: name) { (values, stubbed: @escaping @Sendable (A, B) -> AsyncStream<Value>) in
      values[keyPath: path] = stubbed
    }
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an asynchronous, throwing endpoint with three arguments that returns a stream.
  public init<A: Sendable, B: Sendable, C: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<
      DependencyValues, @Sendable (A, B, C) async throws -> AsyncStream<Value>
    > & Sendable
  ) {
    self.init(stream: name) {
      (values, stubbed: @escaping @Sendable (A, B, C) -> AsyncStream<Value>) in
      values[keyPath: path] = stubbed
    }
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an asynchronous endpoint without arguments that returns a stream.
  public init<Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<
      DependencyValues, @Sendable () async -> AsyncThrowingStream<Value, any Error>
    > & Sendable
  ) {
    self.init(throwingStream: name) {
      (values, stubbed: @escaping @Sendable () -> AsyncThrowingStream<Value, any Error>) in
      values[keyPath: path] = stubbed
    }
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an asynchronous endpoint with one argument that returns a stream.
  public init<A: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<
      DependencyValues, @Sendable (A) async -> AsyncThrowingStream<Value, any Error>
    > & Sendable
  ) {
    self.init(throwingStream: name) {
      (values, stubbed: @escaping @Sendable (A) -> AsyncThrowingStream<Value, any Error>) in
      values[keyPath: path] = stubbed
    }
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an asynchronous endpoint with two arguments that returns a stream.
  public init<A: Sendable, B: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<
      DependencyValues, @Sendable (A, B) async -> AsyncThrowingStream<Value, any Error>
    > & Sendable
  ) {
    self.init(throwingStream: name) {
      (values, stubbed: @escaping @Sendable (A, B) -> AsyncThrowingStream<Value, any Error>) in
      values[keyPath: path] = stubbed
    }
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an asynchronous endpoint with three arguments that returns a stream.
  public init<A: Sendable, B: Sendable, C: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<
      DependencyValues, @Sendable (A, B, C) async -> AsyncThrowingStream<Value, any Error>
    > & Sendable
  ) {
    self.init(throwingStream: name) {
      (values, stubbed: @escaping @Sendable (A, B, C) -> AsyncThrowingStream<Value, any Error>) in
      values[keyPath: path] = stubbed
    }
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an asynchronous, throwing endpoint without arguments that returns a stream.
  public init<Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<
      DependencyValues, @Sendable () async throws -> AsyncThrowingStream<Value, any Error>
    > & Sendable
  ) {
    self.init(throwingStream: name) {
      (values, stubbed: @escaping @Sendable () -> AsyncThrowingStream<Value, any Error>) in
      values[keyPath: path] = stubbed
    }
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an asynchronous, throwing endpoint with one argument that returns a stream.
  public init<A: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<
      DependencyValues, @Sendable (A) async throws -> AsyncThrowingStream<Value, any Error>
    > & Sendable
  ) {
    self.init(throwingStream: name) {
      (values, stubbed: @escaping @Sendable (A) -> AsyncThrowingStream<Value, any Error>) in
      values[keyPath: path] = stubbed
    }
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an asynchronous, throwing endpoint with two arguments that returns a stream.
  public init<A: Sendable, B: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<
      DependencyValues, @Sendable (A, B) async throws -> AsyncThrowingStream<Value, any Error>
    > & Sendable
  ) {
    self.init(throwingStream: name) {
      (values, stubbed: @escaping @Sendable (A, B) -> AsyncThrowingStream<Value, any Error>) in
      values[keyPath: path] = stubbed
    }
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an asynchronous, throwing endpoint with three arguments that returns a stream.
  public init<A: Sendable, B: Sendable, C: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<
      DependencyValues, @Sendable (A, B, C) async throws -> AsyncThrowingStream<Value, any Error>
    > & Sendable
  ) {
    self.init(throwingStream: name) {
      (values, stubbed: @escaping @Sendable (A, B, C) -> AsyncThrowingStream<Value, any Error>) in
      values[keyPath: path] = stubbed
    }
    endpoint.setPath(Self.text(of: path))
  }
}
