extension TestStore {
  /// Asserts that all effects have finished and all their actions were received.
  ///
  /// - Parameter timeout: How long to wait for external work.
  public func finish(
    timeout: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    core.beginCall(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    await core.finish(within: timeout)
  }

  /// Asserts that all effects have finished and all their actions were received.
  ///
  /// - Parameter nanoseconds: How long to wait for external work. Default: the store's `timeout`.
  @_disfavoredOverload
  public func finish(
    timeout nanoseconds: UInt64? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    core.beginCall(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    await core.finish(within: .nanoseconds(nanoseconds ?? timeout))
  }

  /// Drops the received actions, and continues with the state after them.
  ///
  /// - Parameter strict: Whether to report an issue if there are none.
  public func skipReceivedActions(
    strict: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    core.beginCall(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    await core.drainUntilIdle()
    if strict, core.received.isEmpty {
      core.report("There were no received actions to skip.", .on)
    }
    core.skipReceived()
  }

  /// Stops expecting the in-flight effects to finish. They keep running.
  ///
  /// - Parameter strict: Whether to report an issue if there are none.
  public func skipInFlightEffects(
    strict: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    core.beginCall(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    await core.drainUntilIdle()
    if strict, core.isFinished { core.report("There were no in-flight effects to skip.", .on) }
    core.skipEffects()
  }
}

extension TestStoreCore {
  /// Whether no effect is running that must finish. A cancelled effect that keeps running counts as
  /// finished.
  var isFinished: Bool { storeCore.hasNoEffects || expectedEffects.isEmpty }

  /// The exhaustivity to report explicitly skipped assertions with.
  private var skipExhaustivity: Exhaustivity {
    exhaustivity == .on ? .off(showSkippedAssertions: true) : exhaustivity
  }

  func finish(within timeout: Duration) async {
    if await !settle(within: timeout, until: { isFinished }) {
      report(
        """
        Expected effects to finish, but there are still effects in-flight\
        \(timeout > .zero ? " after \(timeout)" : ""): …

        \(EffectDescription.list(expectedEffects).indented(by: 2))
        """)
      markEffectsReported()
    }
    reportUnassertedActions()
    reportUnassertedSharedChanges()
  }

  /// Drops the received actions before the first one that is expected, or all.
  func skipReceived(until isExpected: (Action) -> Bool = { _ in false }) {
    let count = received.firstIndex { isExpected($0.action) } ?? received.count
    guard count > 0 else { return }
    let skipped = received.prefix(count)
    report(
      """
      \(pluralized(count, "received action")) \(count == 1 ? "was" : "were") skipped:

      \(text(of: skipped))
      """, skipExhaustivity)
    state = skipped[count - 1].state
    sharedChanges.reset()
    received.removeFirst(count)
  }

  func skipEffects() {
    let running = expectedEffects
    guard !running.isEmpty else { return }
    report(
      """
      \(pluralized(running.count, "in-flight effect")) \(running.count == 1 ? "was" : "were") \
      skipped, originating from:

      \(EffectDescription.list(running).indented(by: 2))
      """, skipExhaustivity)
    skipExpectedEffects()
  }
}
