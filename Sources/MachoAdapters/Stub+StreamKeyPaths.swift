import Composable

// Streams by their key paths, as functions are in Stub+KeyPaths.swift.

extension Stub {
  /// An endpoint of no argument that returns a stream.
  public init<Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable () -> AsyncStream<Value>> & Sendable
  ) {
    self.init(stream: name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// An endpoint of one argument that returns a stream.
  public init<A: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A) -> AsyncStream<Value>> & Sendable
  ) {
    self.init(stream: name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// An endpoint of two arguments that returns a stream.
  public init<A: Sendable, B: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A, B) -> AsyncStream<Value>> & Sendable
  ) {
    self.init(stream: name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// An endpoint of three arguments that returns a stream.
  public init<A: Sendable, B: Sendable, C: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A, B, C) -> AsyncStream<Value>>
      & Sendable
  ) {
    self.init(stream: name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// An endpoint of no argument that returns a stream which can end with an error.
  public init<Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<
      DependencyValues, @Sendable () -> AsyncThrowingStream<Value, any Error>
    > & Sendable
  ) {
    self.init(throwingStream: name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// An endpoint of one argument that returns a stream which can end with an error.
  public init<A: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<
      DependencyValues, @Sendable (A) -> AsyncThrowingStream<Value, any Error>
    > & Sendable
  ) {
    self.init(throwingStream: name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// An endpoint of two arguments that returns a stream which can end with an error.
  public init<A: Sendable, B: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<
      DependencyValues, @Sendable (A, B) -> AsyncThrowingStream<Value, any Error>
    > & Sendable
  ) {
    self.init(throwingStream: name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// An endpoint of three arguments that returns a stream which can end with an error.
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
