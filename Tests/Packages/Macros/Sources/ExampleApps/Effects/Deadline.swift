import ComposableArchitecture

/// An operation took too long.
public struct DeadlineExceeded: Error, Equatable {
  public init() {}
}

/// Runs an operation and cancels it after a duration. Throws `DeadlineExceeded` then.
func withDeadline<Value: Sendable>(
  _ duration: Duration, _ clock: any Clock<Duration>,
  _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    defer { group.cancelAll() }
    group.addTask { try await operation() }
    group.addTask {
      try await clock.sleep(for: duration)
      throw DeadlineExceeded()
    }
    guard let value = try await group.next() else { throw CancellationError() }
    return value
  }
}

/// Runs an operation up to `attempts` times, with a pause after each failure that doubles. Throws
/// the last error, and a `CancellationError` at once.
func withRetries<Value: Sendable>(
  _ attempts: Int, pause: Duration, _ clock: any Clock<Duration>,
  _ operation: @Sendable () async throws -> Value
) async throws -> Value {
  var pause = pause
  for _ in 1..<attempts {
    do {
      return try await operation()
    } catch let error where !(error is CancellationError) {
      try await clock.sleep(for: pause)
      pause *= 2
    }
  }
  return try await operation()
}
