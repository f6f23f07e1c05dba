#if canImport(Combine)
  public import Combine
#endif

extension Effect {
  /// Lets at most one of the actions through that effects with this identifier send in an interval.
  ///
  /// The first action is sent at once and an interval begins. Of those that come before it is over,
  /// one is sent at its end, and another interval begins: the latest, or else the first. As with
  /// upstream's, an effect ends the one before it with the same identifier; the interval goes on.
  /// Where one effect sends several actions in an interval, one is sent, as well.
  public func throttle<D: DurationProtocol & Hashable, C: Clock<D>>(
    id: some Hashable & Sendable, for interval: D, clock: C, latest: Bool,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    throttled(
      id, latest: latest,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      clock: ThrottleClock<C.Instant>(
        now: { clock.now }, windowEnd: { $0.advanced(by: interval) },
        sleep: { try await clock.sleep(until: $0, tolerance: nil) }))
  }

  /// Lets at most one of the actions through that effects with this identifier send in an interval.
  ///
  /// The first action is sent at once and an interval begins. Of those that come before it is over,
  /// one is sent at its end, and another interval begins: the latest, or else the first.
  public func throttle<S: Scheduler>(
    id: some Hashable & Sendable, for interval: S.SchedulerTimeType.Stride, scheduler: S,
    latest: Bool,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let timing = UnsafeTransfer((scheduler: scheduler, interval: interval))
    return throttled(
      id, latest: latest,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      clock: ThrottleClock<UnsafeTransfer<S.SchedulerTimeType>>(
        now: { UnsafeTransfer(timing.value.scheduler.now) },
        windowEnd: { UnsafeTransfer($0.value.advanced(by: timing.value.interval)) },
        sleep: { try await timing.value.scheduler.sleep(until: $0.value) }))
  }

  private func throttled<Instant>(
    _ id: some Hashable & Sendable, latest: Bool, _ place: CallSite,
    clock: ThrottleClock<Instant>
  ) -> Self {
    if isNone { return self }
    let throttled = ThrottleRequest(id: CancelID(id), latest: latest)
    return mapRuns(place) { $0.throttled(throttled, clock: clock) }
      .cancellable(id: id, cancelInFlight: true)
  }

  /// Changes the work in the effect; what it sends at once becomes work, too.
  private func mapRuns(_ place: CallSite, _ change: (RunOperation<Action>) -> RunOperation<Action>)
    -> Self
  {
    switch operation {
    case .none, .cancel: return self
    case .send(let action):
      let action = UnsafeTransfer(action)
      return Self(
        .run(
          change(
            RunOperation(name: nil, priority: nil, place: place, dependencies: .current) { send in
              await send(action.value)
            })))
    case .run(let run): return Self(.run(change(run)))
    case .merge(let effects): return Self(.merge(effects.map { $0.mapRuns(place, change) }))
    case .concatenate(let effects):
      return Self(.concatenate(effects.map { $0.mapRuns(place, change) }))
    case .cancellable(let effect, let id, let cancelInFlight):
      return Self(
        .cancellable(effect.mapRuns(place, change), id: id, cancelInFlight: cancelInFlight))
    case .presented(let effect, let child, let dismissal):
      return Self(.presented(effect.mapRuns(place, change), by: child, dismissal: dismissal))
    }
  }
}

extension RunOperation {
  /// Does the work, and waits beside it for the ends of the windows that it has to wait for.
  fileprivate func throttled<Instant>(
    _ throttled: ThrottleRequest, clock: ThrottleClock<Instant>
  ) -> RunOperation {
    replacingOperation { send in
      let windows = EffectRegistry.current.windows
      let (ends, end) = AsyncStream<Instant>.makeStream()
      let error = await withTaskGroup(of: (any Error)?.self) { group in
        group.addTask {
          for await instant in ends {
            do {
              try await clock.sleep(instant)
            } catch {
              return error is CancellationError ? nil : error
            }
            let held = windows.endWindow(throttled.id, clock: clock)
            if let action = held?.value as? Action { await send(UnsafeTransfer(action).value) }
          }
          return nil
        }
        let error = await self.perform(
          send.redirected { action in
            let action = UnsafeTransfer(action)
            switch windows.decide(UnsafeTransfer(action.value), of: throttled, clock: clock) {
            case .sendNow: await send(action.value)
            case .hold: break
            case .holdUntil(let instant): end.yield(instant)
            }
          })
        end.finish()
        let errorOfWaiting = await group.next() ?? nil
        return error ?? errorOfWaiting
      }
      if let error { throw error }
    }
  }
}
