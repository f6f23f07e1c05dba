import Composable

// Endpoints by their key paths. A function of a parameter pack cannot be written through one, so
// there is an overload for each number of arguments up to three; more take a setter.

extension Stub {
  /// An endpoint of no argument that can suspend and throw.
  public init<Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable () async throws -> Value> & Sendable
  ) {
    self.init(name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// An endpoint of one argument that can suspend and throw.
  public init<A: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A) async throws -> Value> & Sendable
  ) {
    self.init(name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// An endpoint of two arguments that can suspend and throw.
  public init<A: Sendable, B: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A, B) async throws -> Value> & Sendable
  ) {
    self.init(name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// An endpoint of three arguments that can suspend and throw.
  public init<A: Sendable, B: Sendable, C: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A, B, C) async throws -> Value>
      & Sendable
  ) {
    self.init(name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// An endpoint of no argument that can suspend and cannot throw.
  public init<Value: Sendable>(
    _ name: String, placeholder: Value,
    _ path: any WritableKeyPath<DependencyValues, @Sendable () async -> Value> & Sendable
  ) {
    self.init(
      nonthrowing: name, placeholder: placeholder, get: { $0[keyPath: path] },
      set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// An endpoint of one argument that can suspend and cannot throw.
  public init<A: Sendable, Value: Sendable>(
    _ name: String, placeholder: Value,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A) async -> Value> & Sendable
  ) {
    self.init(
      nonthrowing: name, placeholder: placeholder, get: { $0[keyPath: path] },
      set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// An endpoint of two arguments that can suspend and cannot throw.
  public init<A: Sendable, B: Sendable, Value: Sendable>(
    _ name: String, placeholder: Value,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A, B) async -> Value> & Sendable
  ) {
    self.init(
      nonthrowing: name, placeholder: placeholder, get: { $0[keyPath: path] },
      set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// An endpoint of three arguments that can suspend and cannot throw.
  public init<A: Sendable, B: Sendable, C: Sendable, Value: Sendable>(
    _ name: String, placeholder: Value,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A, B, C) async -> Value> & Sendable
  ) {
    self.init(
      nonthrowing: name, placeholder: placeholder, get: { $0[keyPath: path] },
      set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// An endpoint of no argument that answers at once.
  public init<Value: Sendable>(
    _ name: String, placeholder: Value,
    _ path: any WritableKeyPath<DependencyValues, @Sendable () -> Value> & Sendable
  ) {
    self.init(
      synchronous: name, placeholder: placeholder, get: { $0[keyPath: path] },
      set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// An endpoint of one argument that answers at once.
  public init<A: Sendable, Value: Sendable>(
    _ name: String, placeholder: Value,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A) -> Value> & Sendable
  ) {
    self.init(
      synchronous: name, placeholder: placeholder, get: { $0[keyPath: path] },
      set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// An endpoint of two arguments that answers at once.
  public init<A: Sendable, B: Sendable, Value: Sendable>(
    _ name: String, placeholder: Value,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A, B) -> Value> & Sendable
  ) {
    self.init(
      synchronous: name, placeholder: placeholder, get: { $0[keyPath: path] },
      set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// An endpoint of three arguments that answers at once.
  public init<A: Sendable, B: Sendable, C: Sendable, Value: Sendable>(
    _ name: String, placeholder: Value,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A, B, C) -> Value> & Sendable
  ) {
    self.init(
      synchronous: name, placeholder: placeholder, get: { $0[keyPath: path] },
      set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// An endpoint of no argument that answers at once or throws.
  public init<Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable () throws -> Value> & Sendable
  ) {
    self.init(
      synchronousThrowing: name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// An endpoint of one argument that answers at once or throws.
  public init<A: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A) throws -> Value> & Sendable
  ) {
    self.init(
      synchronousThrowing: name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// An endpoint of two arguments that answers at once or throws.
  public init<A: Sendable, B: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A, B) throws -> Value> & Sendable
  ) {
    self.init(
      synchronousThrowing: name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }

  /// An endpoint of three arguments that answers at once or throws.
  public init<A: Sendable, B: Sendable, C: Sendable, Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<DependencyValues, @Sendable (A, B, C) throws -> Value> & Sendable
  ) {
    self.init(
      synchronousThrowing: name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    endpoint.setPath(Self.text(of: path))
  }
}
