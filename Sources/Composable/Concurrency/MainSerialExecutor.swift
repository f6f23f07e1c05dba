// Each store runs its effects on its own executor, in one order. So the names that force such
// an order upstream have nothing to do.

/// Upstream's option to run all tasks one after the other. It has no effect: effects always do.
///
/// Reads what was set last.
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
  /// Suspends until the task is cancelled, then throws a `CancellationError`, where a value of some
  /// type is expected.
  public static func never() async throws -> Success {
    for await value in AsyncStream<Success>.never { return value }
    throw _Concurrency.CancellationError()
  }
}
