import Composable

// Endpoints that cannot throw, without a placeholder. It is a value of the endpoint's type.

extension Stub {
  /// Creates a stub for an asynchronous, nonthrowing endpoint without arguments.
  public init<Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable () async -> Value> & Sendable
  ) {
    self.init(name, placeholder: Placeholder.require(for: name, path), path)
  }

  /// Creates a stub for an asynchronous, nonthrowing endpoint with one argument.
  public init<A: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A) async -> Value> & Sendable
  ) {
    self.init(name, placeholder: Placeholder.require(for: name, path), path)
  }

  /// Creates a stub for an asynchronous, nonthrowing endpoint with two arguments.
  public init<A: Sendable, B: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A, B) async -> Value> & Sendable
  ) {
    self.init(name, placeholder: Placeholder.require(for: name, path), path)
  }

  /// Creates a stub for an asynchronous, nonthrowing endpoint with three arguments.
  public init<A: Sendable, B: Sendable, C: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A, B, C) async -> Value> & Sendable
  ) {
    self.init(name, placeholder: Placeholder.require(for: name, path), path)
  }

  /// Creates a stub for a synchronous, nonthrowing endpoint without arguments.
  public init<Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable () -> Value> & Sendable
  ) {
    self.init(name, placeholder: Placeholder.require(for: name, path), path)
  }

  /// Creates a stub for a synchronous, nonthrowing endpoint with one argument.
  public init<A: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A) -> Value> & Sendable
  ) {
    self.init(name, placeholder: Placeholder.require(for: name, path), path)
  }

  /// Creates a stub for a synchronous, nonthrowing endpoint with two arguments.
  public init<A: Sendable, B: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A, B) -> Value> & Sendable
  ) {
    self.init(name, placeholder: Placeholder.require(for: name, path), path)
  }

  /// Creates a stub for a synchronous, nonthrowing endpoint with three arguments.
  public init<A: Sendable, B: Sendable, C: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A, B, C) -> Value> & Sendable
  ) {
    self.init(name, placeholder: Placeholder.require(for: name, path), path)
  }
}
