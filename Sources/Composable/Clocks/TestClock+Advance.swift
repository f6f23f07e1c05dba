import IssueReporting

extension TestClock {
  /// Lets time pass, and wakes who sleeps until then, one deadline after the other.
  public func advance(
    by duration: Duration = .zero, isolation: isolated (any Actor)? = #isolation
  ) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Lets time pass up to an instant.
  public func advance(
    to deadline: Instant, isolation: isolated (any Actor)? = #isolation
  ) async {
    await time.advance(to: deadline)
  }

  /// Lets time pass until nobody sleeps any more.
  ///
  /// Whoever sleeps again for ever is an issue when a thousand sleeps have ended and `timeout` has
  /// passed.
  ///
  /// - Parameter timeout: How long this may take on the wall clock. It is a guard, not a wait: a
  ///   machine that is merely slow does not end it.
  public func run(
    timeout: Swift.Duration = .seconds(30), isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let end = ContinuousClock.now.advanced(by: timeout)
    await time.waitUntilIdle()
    var wakings = 0
    while let deadline = time.nextDeadline {
      guard wakings < 1_000 || ContinuousClock.now < end else {
        reportIssue(
          """
          Expected all sleeps to finish, but some are still suspending after \(timeout).

          There are sleeps that were not cancelled, or an endless timer. Cancel them, or pass \
          time with "advance".
          """, fileID: fileID, filePath: filePath, line: line, column: column)
        return
      }
      await time.advance(to: deadline)
      wakings += 1
    }
  }

  /// Throws if somebody sleeps on the clock: then no time should have been needed, but was.
  public func checkSuspension(isolation: isolated (any Actor)? = #isolation) async throws {
    await time.waitUntilIdle()
    guard time.nextDeadline == nil else { throw SuspensionError() }
  }

  /// Lets time pass and calls `drain` after each sleeper that is woken.
  package func advance(by duration: Duration, drain: () -> Void) {
    advance(to: time.untrackedNow.advanced(by: duration), drain: drain)
  }

  /// Lets time pass up to an instant and calls `drain` after each sleeper that is woken.
  package func advance(to deadline: Instant, drain: () -> Void) {
    time.advance(to: deadline, drain: drain)
  }

  /// Whether anybody has asked for the time or slept since this was last set to `false`.
  package var wasUsed: Bool {
    get { time.wasUsed }
    set { time.wasUsed = newValue }
  }

  /// How much time has passed on it; asking does not count as use.
  package var elapsed: Duration { time.untrackedNow.offset }

  /// How long it is until the next deadline, if anybody sleeps.
  package var nextDeadline: Duration? {
    time.nextDeadline.map { time.untrackedNow.duration(to: $0) }
  }
}

/// Somebody sleeps on a clock on which nobody should.
public struct SuspensionError: Error, CustomStringConvertible {
  public var description: String { "A sleep was pending on the clock." }
}
