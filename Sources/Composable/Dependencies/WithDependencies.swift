/// Runs an operation with overridden dependencies.
///
/// ```swift
/// let model = withDependencies {
///   $0.uuid = .incrementing
/// } operation: {
///   Model()
/// }
/// ```
@discardableResult
public func withDependencies<Result>(
  _ updateValues: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues.current
  try DependencyValues.$isOverriding.withValue(true) { try updateValues(&values) }
  return try DependencyValues.$_current.withValue(values, operation: operation)
}

/// Runs an asynchronous operation, and the tasks that it starts, with overridden dependencies.
@discardableResult
public func withDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ updateValues: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> Result
) async rethrows -> Result {
  var values = DependencyValues.current
  try await DependencyValues.$isOverriding.withValue(true) { try await updateValues(&values) }
  return try await DependencyValues.$_current.withValue(values, operation: operation)
}

/// Runs a child's reducer with dependencies that its parent sets.
///
/// PERFORMANCE: it marks no override, as `withDependencies` does, because setting another task-local
/// value costs more than a small reducer. `updateValues` reads no default value.
func withChildDependencies<Result>(
  _ updateValues: (inout DependencyValues) -> Void, operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues.current
  updateValues(&values)
  return try DependencyValues.$_current.withValue(values, operation: operation)
}

/// Passes the current dependencies to a closure that runs later, outside of the task.
///
/// ```swift
/// withEscapedDependencies { dependencies in
///   DispatchQueue.main.async {
///     dependencies.yield { ... }
///   }
/// }
/// ```
public func withEscapedDependencies<Result>(
  _ operation: (DependencyValues.Continuation) throws -> Result
) rethrows -> Result {
  try operation(DependencyValues.Continuation())
}

/// Passes the current dependencies to an asynchronous operation.
public func withEscapedDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (DependencyValues.Continuation) async throws -> Result
) async rethrows -> Result {
  try await operation(DependencyValues.Continuation())
}

extension DependencyValues {
  /// Captured dependencies.
  public struct Continuation: Sendable {
    private let values = DependencyValues.current

    /// Runs an operation with the captured dependencies.
    public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
      try DependencyValues.$_current.withValue(values, operation: operation)
    }

    /// Runs an asynchronous operation with the captured dependencies.
    public func yield<Result>(
      isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
    ) async rethrows -> Result {
      try await DependencyValues.$_current.withValue(values, operation: operation)
    }
  }
}
