extension Clock where Duration: Hashable {
  /// Returns a sequence with an instant for each interval that ends, until the task is cancelled.
  ///
  /// ```swift
  /// for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
  /// ```
  ///
  /// As upstream, intervals that end while no element is awaited are skipped.
  public func timer(
    interval: Duration, tolerance: Duration? = nil
  ) -> AsyncTimerSequence<AnyClock<Duration>> {
    AsyncTimerSequence(interval: interval, tolerance: tolerance, clock: AnyClock(self))
  }
}

/// The instants of a clock at which consecutive intervals end.
public struct AsyncTimerSequence<C: Clock>: AsyncSequence, Sendable {
  public typealias Element = C.Instant
  public typealias Failure = Never

  let interval: C.Duration
  let tolerance: C.Duration?
  let clock: C

  /// Creates a sequence of a clock's instants.
  public init(interval: C.Duration, tolerance: C.Duration? = nil, clock: C) {
    self.interval = interval
    self.tolerance = tolerance
    self.clock = clock
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(interval: interval, tolerance: tolerance, clock: clock)
  }

  /// An iterator that sleeps from one instant to the next, in the task that awaits it.
  public struct Iterator: AsyncIteratorProtocol {
    let interval: C.Duration
    let tolerance: C.Duration?
    /// `nil` after the task was cancelled.
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

    /// Returns the next multiple of the interval that is not in the past.
    private func deadline(now: C.Instant) -> C.Instant {
      guard let last else { return now.advanced(by: interval) }
      let next = last.advanced(by: interval)
      guard next < now, .zero < interval else { return next }
      let intervals = (last.duration(to: now) / interval).rounded(.up)
      return last.advanced(by: interval * Int(intervals))
    }
  }
}
