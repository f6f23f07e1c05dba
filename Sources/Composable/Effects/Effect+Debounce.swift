#if canImport(Combine)
  public import Combine
#endif

extension Effect {
  /// Performs the effect when a time is over in which no other with this identifier was started.
  ///
  /// ```swift
  /// return .run { send in await send(.searchResponse(try await search(query))) }
  ///   .debounce(id: CancelID.search, for: .seconds(0.3), clock: clock)
  /// ```
  ///
  /// Another one with this identifier ends it, whether it still waits or is at work.
  /// Nothing to debounce is nothing, as upstream: it ends no other.
  public func debounce<D: DurationProtocol & Hashable>(
    id: some Hashable & Sendable, for dueTime: D, clock: some Clock<D>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    debounced(
      id, CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) {
      try await clock.sleep(for: dueTime)
    }
  }

  /// Performs the effect when a time is over in which no other with this identifier was started.
  ///
  /// Another one with this identifier ends it, whether it still waits or is at work.
  public func debounce<S: Scheduler>(
    id: some Hashable & Sendable, for dueTime: S.SchedulerTimeType.Stride, scheduler: S,
    options: S.SchedulerOptions? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let timing = UnsafeTransfer((scheduler: scheduler, dueTime: dueTime, options: options))
    return debounced(
      id, CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) {
      let (scheduler, dueTime, options) = timing.value
      try await scheduler.sleep(for: dueTime, options: options)
    }
  }

  private func debounced(
    _ id: some Hashable & Sendable, _ place: CallSite,
    sleep: @escaping @Sendable () async throws -> Void
  ) -> Self {
    if isNone { return self }
    return delayed(by: sleep, place).cancellable(id: id, cancelInFlight: true)
  }

  private func delayed(
    by sleep: @escaping @Sendable () async throws -> Void, _ place: CallSite
  ) -> Self {
    // One piece of work sleeps in its own name; of others the sleep is the first part.
    if case .run(let run) = operation {
      let delayed: RunOperation<Action> = run.replacingOperation { send in
        try await sleep()
        if Task.isCancelled { return }
        if let error = await run.perform(send) { throw error }
      }
      return Self(.run(delayed))
    }
    let wait = RunOperation<Action>(name: nil, priority: nil, place: place, dependencies: .current)
    { _ in
      try await sleep()
    }
    return .concatenate(Self(.run(wait)), self)
  }
}
