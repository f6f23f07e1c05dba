import ComposablePlatform

extension Effect {
  /// Returns an effect that starts after a pause in which no other with this identifier was
  /// started.
  ///
  /// ```swift
  /// return .run { send in await send(.searchResponse(try await search(query))) }
  ///   .debounce(id: CancelID.search, for: .seconds(0.3), clock: clock)
  /// ```
  ///
  /// Another effect with this identifier cancels it, whether it waits or runs. As upstream, an
  /// empty effect remains empty and cancels no other.
  public func debounce<D: DurationProtocol & Hashable>(
    id: sending some Hashable, for dueTime: D, clock: some Clock<D>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    debounced(
      CancelID(id), CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) {
      try await clock.sleep(for: dueTime)
    }
  }

  /// Returns an effect that starts after a pause in which no other with this identifier was
  /// started.
  ///
  /// Another effect with this identifier cancels it, whether it waits or runs.
  public func debounce<S: Scheduler>(
    id: sending some Hashable, for dueTime: S.SchedulerTimeType.Stride, scheduler: S,
    options: S.SchedulerOptions? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    // SAFETY: only the effect that is returned uses the scheduler, and Combine's schedulers are used
    // from any thread. A Sendable closure must not use the scheduler's type, which need not be Sendable.
    let sleep = UnsafeTransfer { () async throws -> Void in
      try await scheduler.sleep(for: dueTime, options: options)
    }
    return debounced(
      CancelID(id), CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) {
      try await sleep.value()
    }
  }

  private func debounced(
    _ id: CancelID, _ callSite: CallSite,
    sleep: @escaping @Sendable () async throws -> Void
  ) -> Self {
    if isNone { return self }
    return delayed(by: sleep, callSite).cancellable(by: id, cancelInFlight: true)
  }

  private func delayed(
    by sleep: @escaping @Sendable () async throws -> Void, _ callSite: CallSite
  ) -> Self {
    // A single `run` sleeps in its own task. For other effects the sleep is a separate effect
    // before them.
    if case .run(let run) = operation {
      let delayed: RunOperation<Action> = run.replacingOperation { send in
        try await sleep()
        if Task.isCancelled { return }
        if let error = await run.perform(send) { throw error }
      }
      return Self(.run(delayed))
    }
    let wait = RunOperation<Action>(
      name: nil, priority: nil, callSite: callSite, dependencies: .current
    ) { _ in
      try await sleep()
    }
    return .concatenate(Self(.run(wait)), self)
  }
}
