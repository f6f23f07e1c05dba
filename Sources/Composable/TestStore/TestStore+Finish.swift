extension TestStore {
  /// Says that all effects have ended and all their actions were received.
  ///
  /// - Parameter timeout: How long to wait for what is outside.
  public func finish(
    timeout: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    run.arrive(at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
    await run.finish(within: timeout)
  }

  /// Says that all effects have ended and all their actions were received.
  ///
  /// - Parameter nanoseconds: How long to wait for what is outside.
  @_disfavoredOverload
  public func finish(
    timeout nanoseconds: UInt64? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    run.arrive(at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
    await run.finish(within: .nanoseconds(nanoseconds ?? timeout))
  }

  /// Drops the actions that were received, and goes on with the state after them.
  ///
  /// - Parameter strict: Whether it is an issue that there are none.
  public func skipReceivedActions(
    strict: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    run.arrive(at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
    await run.settle()
    if strict, run.received.isEmpty {
      run.report("There were no received actions to skip.", .on)
    }
    run.skipReceived()
  }

  /// Cancels the effects that are in flight.
  ///
  /// - Parameter strict: Whether it is an issue that there are none.
  public func skipInFlightEffects(
    strict: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    run.arrive(at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
    await run.settle()
    if strict, run.isFinished { run.report("There were no in-flight effects to skip.", .on) }
    await run.skipEffects()
  }
}

extension TestRun {
  /// Whether no effect runs; one that was cancelled and does not heed it counts as ended.
  var isFinished: Bool { core.isIdle || core.effects.allSatisfy(\.isCancelled) }

  /// How what is left out on purpose is said.
  private var skipping: Exhaustivity {
    exhaustivity == .on ? .off(showSkippedAssertions: true) : exhaustivity
  }

  func finish(within timeout: Duration) async {
    if await !settle(within: timeout, until: { isFinished }) {
      report(
        """
        Expected effects to finish, but there are still effects in-flight\
        \(timeout > .zero ? " after \(timeout)" : ""): …

        \(EffectText.list(core.effects).indented(by: 2))
        """)
      noteEffectsReported()
    }
    reportUnreceived()
  }

  /// Drops the actions received up to one that is expected, or all.
  func skipReceived(until isExpected: (Action) -> Bool = { _ in false }) {
    let count = received.firstIndex { isExpected($0.action) } ?? received.count
    guard count > 0 else { return }
    let skipped = received.prefix(count)
    report(
      """
      \(counted(count, "received action")) \(count == 1 ? "was" : "were") skipped:

      \(text(of: skipped))
      """, skipping)
    state = skipped[count - 1].state
    received.removeFirst(count)
  }

  func skipEffects() async {
    let running = core.effects.filter { !$0.isCancelled }
    guard !running.isEmpty else { return }
    report(
      """
      \(counted(running.count, "in-flight effect")) \(running.count == 1 ? "was" : "were") \
      cancelled, originating from:

      \(EffectText.list(running).indented(by: 2))
      """, skipping)
    core.cancelEffects { _ in true }
    await settle()
  }
}
