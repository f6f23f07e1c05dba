extension Clock where Duration: Hashable {
  /// The instants at which an interval is over, again and again, until the task is cancelled.
  ///
  /// ```swift
  /// for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
  /// ```
  ///
  /// As with upstream's, intervals that pass while nobody asks are left out.
  public func timer(
    interval: Duration, tolerance: Duration? = nil
  ) -> AsyncTimerSequence<AnyClock<Duration>> {
    AsyncTimerSequence(interval: interval, tolerance: tolerance, clock: AnyClock(self))
  }
}

/// The instants of a clock at which an interval is over, again and again.
public struct AsyncTimerSequence<C: Clock>: AsyncSequence, Sendable {
  public typealias Element = C.Instant
  public typealias Failure = Never

  let interval: C.Duration
  let tolerance: C.Duration?
  let clock: C

  /// Makes a sequence of a clock's instants.
  public init(interval: C.Duration, tolerance: C.Duration? = nil, clock: C) {
    self.interval = interval
    self.tolerance = tolerance
    self.clock = clock
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(interval: interval, tolerance: tolerance, clock: clock)
  }

  /// Sleeps from one instant to the next, in the task that asks.
  public struct Iterator: AsyncIteratorProtocol {
    let interval: C.Duration
    let tolerance: C.Duration?
    /// Given up when the task is cancelled.
    var clock: C?
    var last: C.Instant?

    init(interval: C.Duration, tolerance: C.Duration?, clock: C) {
      self.interval = interval
      self.tolerance = tolerance
      self.clock = clock
    }

    public mutating func next() async -> C.Instant? {
      await next(isolation: nil)
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> C.Instant? {
      guard let clock else { return nil }
      let deadline = deadline(now: clock.now)
      do {
        try await clock.sleep(until: deadline, tolerance: tolerance)
      } catch {
        self.clock = nil
        return nil
      }
      last = deadline
      return clock.now
    }

    /// The next multiple of the interval that is not in the past.
    private func deadline(now: C.Instant) -> C.Instant {
      guard let last else { return now.advanced(by: interval) }
      let next = last.advanced(by: interval)
      guard next < now, .zero < interval else { return next }
      let intervals = (last.duration(to: now) / interval).rounded(.up)
      return last.advanced(by: interval * Int(intervals))
    }
  }
}
