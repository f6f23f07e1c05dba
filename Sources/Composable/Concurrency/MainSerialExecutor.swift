// Upstream, these names make effects run in one order. Here each store's executor always does, so they have
// no effect.

/// Upstream's option to run all tasks one after the other. Setting it has no effect; reading it returns the
/// last value that was set.
public var uncheckedUseMainSerialExecutor: Bool {
  get { mainSerialExecutor.value }
  set { mainSerialExecutor.setValue(newValue) }
}

private let mainSerialExecutor = LockIsolated(false)

/// Runs an operation. Effects run one after the other anyway.
@MainActor
public func withMainSerialExecutor<Result>(
  @_implicitSelfCapture operation: @MainActor () async throws -> Result
) async rethrows -> Result {
  try await operation()
}

/// Runs an operation. Effects run one after the other anyway.
public func withMainSerialExecutor<Result>(
  @_implicitSelfCapture operation: () throws -> Result
) rethrows -> Result {
  try operation()
}

extension Task where Success == Never, Failure == Never {
  /// Yields `count` times, so that other tasks can run.
  public static func megaYield(count: Int = 20) async {
    for _ in 0..<count {
      await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value
    }
  }
}

extension Task where Failure == Never {
  /// Suspends until the task is cancelled, then throws a `CancellationError`. Has the type of any value, so
  /// that a stub can return it.
  public static func never() async throws -> Success {
    for await value in AsyncStream<Success>.never { return value }
    throw _Concurrency.CancellationError()
  }
}
