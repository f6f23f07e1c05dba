/// Runs an operation that an identifier cancels, wherever in the store's effects that is done.
///
/// ```swift
/// return .run { send in
///   await withTaskCancellation(id: CancelID.fact, cancelInFlight: true) {
///     await send(.factResponse(Result { try await fact.fetch() }))
///   }
/// }
/// ```
///
/// It ends by `Effect.cancel(id:)` of the store to which the running task belongs, by
/// `Task.cancel(id:)` in one of its effects, by another block of its that cancels in flight, or
/// with the task that called it. A task that belongs to no store shares its identifiers with the
/// other such tasks of the process; upstream shares them between all stores as well.
///
/// - Parameters:
///   - cancelInFlight: Whether effects and operations with this identifier that are in flight
///     already are cancelled first.
///   - operation: What runs in a task of its own, on the store's executor.
public func withTaskCancellation<Success: Sendable, Failure: Error>(
  id: some Hashable & Sendable, cancelInFlight: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  operation: @escaping @Sendable () async throws(Failure) -> Success
) async throws(Failure) -> Success {
  let storage = EffectRegistry.current
  let id = CancelID(id)
  if cancelInFlight { storage.cancel(id) }
  let block = CancellableBlock(id)
  storage.insert(block)
  defer { storage.remove(block) }
  let executor = EffectContext.current?.executor
  let isCancelled = Task.isCancelled
  let task = Task(executorPreference: executor) { () -> Result<Success, Failure> in
    // Before the operation begins, on whatever thread that is.
    if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
    do throws(Failure) {
      return .success(try await operation())
    } catch {
      return .failure(error)
    }
  }
  block.setRunning { task.cancel() }
  let result = await withTaskCancellationHandler {
    await task.value
  } onCancel: {
    task.cancel()
  }
  return try result.get()
}

extension Task where Success == Never, Failure == Never {
  /// Cancels the effects and the operations in flight with an identifier.
  ///
  /// In an effect these are the store's; elsewhere, the operations of tasks that belong to no
  /// store.
  public static func cancel(id: some Hashable & Sendable) {
    EffectRegistry.current.cancel(CancelID(id))
  }
}
