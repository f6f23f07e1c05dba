import IssueReporting

extension TestClock {
  /// Advances the time by `duration` and wakes sleepers, one deadline at a time.
  public func advance(
    by duration: Duration = .zero, isolation: isolated (any Actor)? = #isolation
  ) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Advances the time to `deadline` and wakes sleepers, one deadline at a time.
  public func advance(
    to deadline: Instant, isolation: isolated (any Actor)? = #isolation
  ) async {
    await time.advance(to: deadline)
  }

  /// Advances the time until no task sleeps.
  ///
  /// Reports an issue if tasks still sleep after 1,000 deadlines and after `timeout`.
  ///
  /// - Parameter timeout: The limit by the wall clock. Both limits must be reached, so a slow
  ///   machine alone causes no issue. Default: 30 seconds.
  public func run(
    timeout: Swift.Duration = .seconds(30), isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let end = ContinuousClock.now.advanced(by: timeout)
    await time.waitUntilIdle()
    var deadlineCount = 0
    while let deadline = time.nextDeadline {
      guard deadlineCount < 1_000 || ContinuousClock.now < end else {
        reportIssue(
          """
          Expected all sleeps to finish, but some are still suspending after \(timeout).

          There are sleeps that were not cancelled, or an endless timer. Cancel them, or \
          use "advance".
          """, fileID: fileID, filePath: filePath, line: line, column: column)
        return
      }
      await time.advance(to: deadline)
      deadlineCount += 1
    }
  }

  /// Throws a `SuspensionError` if a task sleeps on the clock.
  public func checkSuspension(isolation: isolated (any Actor)? = #isolation) async throws {
    await time.waitUntilIdle()
    guard time.nextDeadline == nil else { throw SuspensionError() }
  }

  /// Advances the time by `duration` and calls `drain` after waking each sleeper. A scheduler
  /// chooses the order of equal deadlines.
  package func advance(
    by duration: Duration, scheduler: JobScheduler? = nil, drain: () -> Void
  ) {
    let deadline = time.untrackedNow.advanced(by: duration)
    time.advance(to: deadline, scheduler: scheduler, drain: drain)
  }

  /// Whether the time was read since this was last `false`. Every sleep reads it first.
  package var wasUsed: Bool {
    get { time.wasUsed }
    set {
      time.wasUsed = newValue
      if !newValue { schedulers.withLock { $0 = [] } }
    }
  }

  /// The dependencies whose schedulers have used the clock since `wasUsed` was last set to `false`:
  /// `mainQueue`, `mainRunLoop`.
  package var usedSchedulers: Set<String> { schedulers.withLock { $0 } }
}

// PERFORMANCE: a store reads both for each action. Generic code would look up the metadata of the clock's
// types each time, which costs more than a small reducer.
extension TestClock where Duration == Swift.Duration {
  /// The time since the clock's start. Reading it does not count as use.
  package var elapsed: Duration { time.untrackedNow.offset }

  /// The time until the next deadline, or `nil` if no task sleeps.
  package var nextDeadline: Duration? {
    time.nextDeadline.map { time.untrackedNow.duration(to: $0) }
  }
}

/// The error that `checkSuspension()` throws if a task sleeps on the clock.
public struct SuspensionError: Error, CustomStringConvertible {
  public var description: String { "A sleep was pending on the clock." }
}
