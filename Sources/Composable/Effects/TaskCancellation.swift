/// Runs an operation that the store's effects can cancel by an identifier.
///
/// ```swift
/// return .run { send in
///   await withTaskCancellation(id: CancelID.fact, cancelInFlight: true) {
///     await send(.factResponse(Result { try await fact.fetch() }))
///   }
/// }
/// ```
///
/// These cancel it:
///
/// - `Effect.cancel(id:)` in the store that the current task belongs to,
/// - `Task.cancel(id:)` in an effect of that store, or outside of all stores,
/// - another block of that store with this ID and `cancelInFlight`,
/// - the cancellation of the calling task.
///
/// All tasks of the process that belong to no store share their identifiers. Upstream shares them between
/// all stores as well.
///
/// - Parameters:
///   - cancelInFlight: Whether effects and operations with this identifier that are in flight
///     already are cancelled first.
///   - operation: The operation. It runs in a new task on the store's executor.
public func withTaskCancellation<Success: Sendable, Failure: Error>(
  id: some Hashable & Sendable, cancelInFlight: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  operation: @escaping @Sendable () async throws(Failure) -> Success
) async throws(Failure) -> Success {
  let registry = EffectRegistry.current
  let id = CancelID(id)
  if cancelInFlight { registry.cancel(id) }
  let block = CancellableBlock(id)
  registry.insert(block)
  defer { registry.remove(block) }
  let executor = EffectContext.current?.executor
  let isCancelled = Task.isCancelled
  let task = Task(executorPreference: executor) { () -> Result<Success, Failure> in
    // ORDER: before the operation begins, on any thread.
    // SAFETY: the task is used inside of the call only.
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
  /// Cancels the in-flight effects and operations with an identifier.
  ///
  /// In an effect, these are the store's. Elsewhere, these are those of all stores and of all tasks
  /// without a store, as upstream.
  public static func cancel(id: some Hashable & Sendable) {
    let id = CancelID(id)
    if let registry = EffectContext.current?.registry {
      registry.cancel(id)
    } else {
      EffectRegistry.cancelEverywhere(id)
    }
  }
}
