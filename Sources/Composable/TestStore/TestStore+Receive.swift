extension TestStore where Action: Equatable {
  /// Asserts the action that an effect sent, and how it changes the state.
  ///
  /// - Parameter timeout: How long to wait for external work.
  public func receive(
    _ expectedAction: Action, timeout: Duration,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await core.receive(
      ReceiveExpectation.action(expectedAction), within: timeout,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      updateStateToExpectedResult)
  }

  /// Asserts the action that an effect sent, and how it changes the state.
  ///
  /// - Parameter nanoseconds: How long to wait for external work. Default: the store's `timeout`.
  @_disfavoredOverload
  public func receive(
    _ expectedAction: Action, timeout nanoseconds: UInt64? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await core.receive(
      ReceiveExpectation.action(expectedAction), within: .nanoseconds(nanoseconds ?? timeout),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      updateStateToExpectedResult)
  }
}

extension TestStore {
  /// Asserts that the action that an effect sent satisfies a predicate, and how it changes the state.
  public func receive(
    _ isMatching: @escaping (_ action: Action) -> Bool, timeout: Duration,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await core.receive(
      ReceiveExpectation.predicate(isMatching), within: timeout,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      updateStateToExpectedResult)
  }

  /// Asserts that the action that an effect sent satisfies a predicate, and how it changes the state.
  @_disfavoredOverload
  public func receive(
    _ isMatching: @escaping (_ action: Action) -> Bool, timeout nanoseconds: UInt64? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await core.receive(
      ReceiveExpectation.predicate(isMatching), within: .nanoseconds(nanoseconds ?? timeout),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      updateStateToExpectedResult)
  }
}
