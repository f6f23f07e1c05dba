import Composable

// Streams by key path, with the same overloads as Stub+KeyPaths.swift.

extension Stub {
  /// Creates a stub for an endpoint without arguments that returns a stream.
  public init<Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable () -> AsyncStream<Value>> & Sendable
  ) {
    self.init(stream: name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an endpoint with one argument that returns a stream.
  public init<A: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A) -> AsyncStream<Value>> & Sendable
  ) {
    self.init(stream: name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an endpoint with two arguments that returns a stream.
  public init<A: Sendable, B: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A, B) -> AsyncStream<Value>> & Sendable
  ) {
    self.init(stream: name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an endpoint with three arguments that returns a stream.
  public init<A: Sendable, B: Sendable, C: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A, B, C) -> AsyncStream<Value>>
      & Sendable
  ) {
    self.init(stream: name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an endpoint without arguments that returns a throwing stream.
  public init<Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<
      DependencyValues, @Sendable () -> AsyncThrowingStream<Value, any Error>
    > & Sendable
  ) {
    self.init(throwingStream: name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an endpoint with one argument that returns a throwing stream.
  public init<A: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<
      DependencyValues, @Sendable (A) -> AsyncThrowingStream<Value, any Error>
    > & Sendable
  ) {
    self.init(throwingStream: name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an endpoint with two arguments that returns a throwing stream.
  public init<A: Sendable, B: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<
      DependencyValues, @Sendable (A, B) -> AsyncThrowingStream<Value, any Error>
    > & Sendable
  ) {
    self.init(throwingStream: name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an endpoint with three arguments that returns a throwing stream.
  public init<A: Sendable, B: Sendable, C: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<
      DependencyValues, @Sendable (A, B, C) -> AsyncThrowingStream<Value, any Error>
    > & Sendable
  ) {
    self.init(throwingStream: name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }
}
