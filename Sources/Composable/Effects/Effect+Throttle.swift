import ComposablePlatform

extension Effect {
  /// Limits the actions that effects with this identifier send to one in each interval.
  ///
  /// The first action is sent immediately and starts an interval. Of the actions during the
  /// interval, one is sent at its end and starts the next: the last one if `latest`, otherwise the
  /// first. This also limits several actions of one effect. As upstream, an effect cancels the
  /// previous one with the same identifier, but the interval continues.
  public func throttle<D: DurationProtocol & Hashable, C: Clock<D>>(
    id: sending some Hashable, for interval: D, clock: C, latest: Bool,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    throttled(
      CancelID(id), latest: latest,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      clock: ThrottleClock<C.Instant>(
        now: { clock.now }, windowEnd: { $0.advanced(by: interval) },
        sleep: { try await clock.sleep(until: $0, tolerance: nil) }))
  }

  /// Limits the actions that effects with this identifier send to one in each interval.
  ///
  /// The first action is sent immediately and starts an interval. Of the actions during the
  /// interval, one is sent at its end and starts the next: the last one if `latest`, otherwise the
  /// first.
  public func throttle<S: Scheduler & SendableMetatype>(
    id: sending some Hashable, for interval: S.SchedulerTimeType.Stride, scheduler: S,
    latest: Bool,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self
  where S.SchedulerTimeType: SendableMetatype, S.SchedulerTimeType.Stride: SendableMetatype {
    // SAFETY: only the effect that is returned uses the scheduler, and Combine's schedulers are used
    // from any thread.
    let timing = UnsafeTransfer((scheduler: scheduler, interval: interval))
    return throttled(
      CancelID(id), latest: latest,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      clock: ThrottleClock<UnsafeTransfer<S.SchedulerTimeType>>(
        now: { UnsafeTransfer(timing.value.scheduler.now) },
        windowEnd: { UnsafeTransfer($0.value.advanced(by: timing.value.interval)) },
        sleep: { try await timing.value.scheduler.sleep(until: $0.value) }))
  }

  private func throttled<Instant>(
    _ id: CancelID, latest: Bool, _ callSite: CallSite,
    clock: ThrottleClock<Instant>
  ) -> Self {
    if isNone { return self }
    let request = ThrottleRequest(id: id, latest: latest)
    return mapRuns(callSite) { $0.throttled(request, clock: clock) }
      .cancellable(by: id, cancelInFlight: true)
  }

  /// Transforms each `run` of the effect. A `send` becomes a `run` first.
  private func mapRuns(
    _ callSite: CallSite, _ transform: (RunOperation<Action>) -> RunOperation<Action>
  ) -> Self {
    switch operation {
    case .none, .cancel, .cancelMissing: return self
    case .send(let action):
      let action = UnsafeTransfer(action)
      return Self(
        .run(
          transform(
            RunOperation(name: nil, priority: nil, callSite: callSite, dependencies: .current) {
              send in
              await send(action.value)
            })))
    case .run(let run): return Self(.run(transform(run)))
    case .merge(let effects): return Self(.merge(effects.map { $0.mapRuns(callSite, transform) }))
    case .concatenate(let effects):
      return Self(.concatenate(effects.map { $0.mapRuns(callSite, transform) }))
    case .cancellable(let effect, let id, let cancelInFlight):
      return Self(
        .cancellable(effect.mapRuns(callSite, transform), id: id, cancelInFlight: cancelInFlight))
    case .presented(let effect, let child, let dismissal):
      return Self(.presented(effect.mapRuns(callSite, transform), by: child, dismissal: dismissal))
    case .element(let effect, let child, let element):
      return Self(.element(effect.mapRuns(callSite, transform), by: child, element))
    }
  }
}

extension RunOperation {
  /// Returns an operation that runs this one and waits concurrently for the ends of throttle
  /// windows that hold its actions.
  fileprivate func throttled<Instant>(
    _ request: ThrottleRequest, clock: ThrottleClock<Instant>
  ) -> RunOperation {
    replacingOperation { send in
      let windows = EffectRegistry.current.windows
      let (windowEnds, continuation) = AsyncStream<Instant>.makeStream()
      let error = await withTaskGroup(of: (any Error)?.self) { group in
        group.addTask {
          for await instant in windowEnds {
            do {
              try await clock.sleep(instant)
            } catch {
              return error is CancellationError ? nil : error
            }
            let held = windows.endWindow(request.id, clock: clock)
            // Unwraps before it casts: no held action is also a valid `Action` if that is an
            // `Optional`.
            if let held, let action = held.value as? Action {
              await send(UnsafeTransfer(action).value)
            }
          }
          return nil
        }
        let error = await self.perform(
          send.redirected { action in
            let action = UnsafeTransfer(action)
            switch windows.decide(UnsafeTransfer(action.value), of: request, clock: clock) {
            case .sendNow: await send(action.value)
            case .hold: break
            case .holdUntil(let instant): continuation.yield(instant)
            }
          })
        continuation.finish()
        let waitError = await group.next() ?? nil
        return error ?? waitError
      }
      if let error { throw error }
    }
  }
}
