extension TestStore {
  /// Sends an action as a user would, and says how it changes the state.
  ///
  /// It returns when the effects have ended, sleep on a controlled clock, or are outside.
  ///
  /// - Parameter updateStateToExpectedResult: Changes the state before the action into the one
  ///   after it. Without it, the state must not change.
  @discardableResult
  public func send(
    _ action: Action,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async -> TestStoreTask {
    await send(
      action, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      updateStateToExpectedResult)
  }

  /// Sends an action without a payload, named by its case: `send(\.child.tapped)`.
  @discardableResult
  public func send(
    _ action: CaseKeyPath<Action, Void>,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async -> TestStoreTask where Action: CasePathable {
    await send(
      AnyCasePath(action).embed(()),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      updateStateToExpectedResult)
  }

  /// Sends an action, named by its case, with a payload: `send(\.queryChanged, "ca")`.
  @discardableResult
  public func send<Value>(
    _ action: CaseKeyPath<Action, Value>, _ value: Value,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async -> TestStoreTask where Action: CasePathable {
    await send(
      AnyCasePath(action).embed(value),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      updateStateToExpectedResult)
  }

  // Inlined, as each call of an asynchronous function asks twice which executor it is on.
  @inline(__always)
  private func send(
    _ action: Action, at place: CallSite, _ update: ((inout State) throws -> Void)?
  ) async -> TestStoreTask {
    core.beginCall(at: place)
    // What the test did to the outside since the last call comes before the action.
    if !core.storeCore.hasNoEffects { await core.drainUntilIdle() }
    core.handleUnassertedActions()
    let before = core.state
    let nextElement = core.nextElementNumber
    let sent = core.send(action, from: before, nextElement: nextElement, update)
    if !sent.isExpected {
      let after = core.state
      await core.drainUntilIdle()
      core.expect(after, from: before, nextElement: nextElement, update)
    }
    return TestStoreTask(family: sent.family, run: taskOwner, timeout: timeout)
  }
}

extension TestStoreCore {
  /// Sends an action, and compares what the test says of it with what it did if nothing is left to
  /// be settled before.
  fileprivate func send(
    _ action: Action, from before: State, nextElement: Int,
    _ update: ((inout State) throws -> Void)?
  ) -> (family: EffectGroup?, isExpected: Bool) {
    // Here rather than in each of the two: a task-local value costs more than a small reducer.
    DependencyValues.$_current.withValue(storeCore.dependencies) {
      let family = storeCore.send(action)
      // Also an action that starts nothing may have cancelled something, or fed it.
      guard family == nil, storeCore.hasNoEffects else { return (family, false) }
      expect(
        state, from: before, nextElement: nextElement, hasDependencies: true, update)
      return (nil, true)
    }
  }

  /// Before an action is sent all that came must have been received, or is skipped.
  fileprivate func handleUnassertedActions() {
    guard hasReceived else { return }
    switch exhaustivity {
    case .on:
      report(
        """
        Must handle \(pluralized(received.count, "received action")) before sending an action.

        Unhandled actions:
        \(receivedActionsText.indented(by: 2))
        """)
    case .off:
      skipReceived()
    }
  }
}
