import Composable

// Endpoints by key path. A function with a parameter pack cannot be assigned through a key path, so
// there are overloads for up to three arguments. Use a setter for more.

extension Stub {
  /// Creates a stub for an asynchronous, throwing endpoint without arguments.
  public init<Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable () async throws -> Value> & Sendable
  ) {
    self.init(name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an asynchronous, throwing endpoint with one argument.
  public init<A: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A) async throws -> Value> & Sendable
  ) {
    self.init(name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an asynchronous, throwing endpoint with two arguments.
  public init<A: Sendable, B: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A, B) async throws -> Value> & Sendable
  ) {
    self.init(name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an asynchronous, throwing endpoint with three arguments.
  public init<A: Sendable, B: Sendable, C: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A, B, C) async throws -> Value>
      & Sendable
  ) {
    self.init(name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an asynchronous, nonthrowing endpoint without arguments.
  public init<Value: Sendable>(
    _ name: String, placeholder: Value,
    _ path: any WritableKeyPath<DependencyValues, @Sendable () async -> Value> & Sendable
  ) {
    self.init(
      nonthrowing: name, placeholder: placeholder, get: { $0[keyPath: path] },
      set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an asynchronous, nonthrowing endpoint with one argument.
  public init<A: Sendable, Value: Sendable>(
    _ name: String, placeholder: Value,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A) async -> Value> & Sendable
  ) {
    self.init(
      nonthrowing: name, placeholder: placeholder, get: { $0[keyPath: path] },
      set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an asynchronous, nonthrowing endpoint with two arguments.
  public init<A: Sendable, B: Sendable, Value: Sendable>(
    _ name: String, placeholder: Value,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A, B) async -> Value> & Sendable
  ) {
    self.init(
      nonthrowing: name, placeholder: placeholder, get: { $0[keyPath: path] },
      set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for an asynchronous, nonthrowing endpoint with three arguments.
  public init<A: Sendable, B: Sendable, C: Sendable, Value: Sendable>(
    _ name: String, placeholder: Value,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A, B, C) async -> Value> & Sendable
  ) {
    self.init(
      nonthrowing: name, placeholder: placeholder, get: { $0[keyPath: path] },
      set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for a synchronous, nonthrowing endpoint without arguments.
  public init<Value: Sendable>(
    _ name: String, placeholder: Value,
    _ path: any WritableKeyPath<DependencyValues, @Sendable () -> Value> & Sendable
  ) {
    self.init(
      synchronous: name, placeholder: placeholder, get: { $0[keyPath: path] },
      set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for a synchronous, nonthrowing endpoint with one argument.
  public init<A: Sendable, Value: Sendable>(
    _ name: String, placeholder: Value,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A) -> Value> & Sendable
  ) {
    self.init(
      synchronous: name, placeholder: placeholder, get: { $0[keyPath: path] },
      set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for a synchronous, nonthrowing endpoint with two arguments.
  public init<A: Sendable, B: Sendable, Value: Sendable>(
    _ name: String, placeholder: Value,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A, B) -> Value> & Sendable
  ) {
    self.init(
      synchronous: name, placeholder: placeholder, get: { $0[keyPath: path] },
      set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for a synchronous, nonthrowing endpoint with three arguments.
  public init<A: Sendable, B: Sendable, C: Sendable, Value: Sendable>(
    _ name: String, placeholder: Value,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A, B, C) -> Value> & Sendable
  ) {
    self.init(
      synchronous: name, placeholder: placeholder, get: { $0[keyPath: path] },
      set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for a synchronous, throwing endpoint without arguments.
  public init<Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable () throws -> Value> & Sendable
  ) {
    self.init(
      synchronousThrowing: name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for a synchronous, throwing endpoint with one argument.
  public init<A: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A) throws -> Value> & Sendable
  ) {
    self.init(
      synchronousThrowing: name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for a synchronous, throwing endpoint with two arguments.
  public init<A: Sendable, B: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A, B) throws -> Value> & Sendable
  ) {
    self.init(
      synchronousThrowing: name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// Creates a stub for a synchronous, throwing endpoint with three arguments.
  public init<A: Sendable, B: Sendable, C: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A, B, C) throws -> Value> & Sendable
  ) {
    self.init(
      synchronousThrowing: name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }
}
