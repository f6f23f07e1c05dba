extension TestStore {
  /// Sends an action as a user would, and asserts how it changes the state.
  ///
  /// Returns when all effects have finished, sleep on a test clock, or wait for external work.
  ///
  /// - Parameter updateStateToExpectedResult: Modifies the state before the action into the state
  ///   after it. Default: `nil` (the state must not change).
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

  /// Sends an action without a payload, given by its case: `send(\.child.tapped)`.
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

  /// Sends an action with a payload, given by its case: `send(\.queryChanged, "ca")`.
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

  // PERFORMANCE: inlined, because each call of an asynchronous function checks twice which executor
  // it runs on.
  @inline(__always)
  private func send(
    _ action: Action, at callSite: CallSite, _ update: ((inout State) throws -> Void)?
  ) async -> TestStoreTask {
    core.beginCall(at: callSite)
    guard !isDismissed else {
      core.report("Can't send action to dismissed test store.", .on)
      return TestStoreTask(group: nil, owner: taskOwner, timeout: timeout)
    }
    // ORDER: work that the test completed since the last call runs before the action.
    if !core.storeCore.hasNoEffects { await core.drainUntilIdle() }
    core.handleUnassertedActions()
    let before = core.state
    let nextElementNumber = core.nextElementNumber
    let group = core.send(action, from: before, nextElementNumber: nextElementNumber, update)
    // An action that starts no effect can still cancel effects or resume waiting ones.
    if group != nil || !core.storeCore.hasNoEffects { await core.drainUntilIdle() }
    return TestStoreTask(group: group, owner: taskOwner, timeout: timeout)
  }
}

extension TestStoreCore {
  /// Sends an action and compares the result with the assertion.
  ///
  /// ORDER: the caller runs the effects afterwards, because their changes of shared values do not
  /// belong to the action.
  fileprivate func send(
    _ action: Action, from before: State, nextElementNumber: Int,
    _ update: ((inout State) throws -> Void)?
  ) -> EffectGroup? {
    // PERFORMANCE: set once for both calls, because setting a task-local value costs more than a
    // small reducer.
    DependencyValues.$_current.withValue(storeCore.dependencies) {
      let group = storeCore.send(action)
      expect(
        state, from: before, nextElementNumber: nextElementNumber, hasDependencies: true, update)
      return group
    }
  }

  /// Reports or skips received actions that were not asserted before the next action is sent.
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
