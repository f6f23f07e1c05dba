extension TestStore {
  /// Asserts the case of the action that an effect sent, and how it changes the state.
  public func receive<Value>(
    _ actionCase: CaseKeyPath<Action, Value>, timeout: Duration,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async where Action: CasePathable {
    await core.receive(
      ReceiveExpectation.case(AnyCasePath(actionCase)), within: timeout,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      updateStateToExpectedResult)
  }

  /// Asserts the case of the action that an effect sent, and how it changes the state.
  @_disfavoredOverload
  public func receive<Value>(
    _ actionCase: CaseKeyPath<Action, Value>, timeout nanoseconds: UInt64? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async where Action: CasePathable {
    await core.receive(
      ReceiveExpectation.case(AnyCasePath(actionCase)),
      within: .nanoseconds(nanoseconds ?? timeout),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      updateStateToExpectedResult)
  }

  /// Asserts the case and payload of the action that an effect sent, and the state change.
  public func receive<Value: Equatable>(
    _ actionCase: CaseKeyPath<Action, Value>, _ value: Value, timeout: Duration,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async where Action: CasePathable {
    await core.receive(
      ReceiveExpectation.case(AnyCasePath(actionCase), value), within: timeout,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      updateStateToExpectedResult)
  }

  /// Asserts the case and payload of the action that an effect sent, and the state change.
  @_disfavoredOverload
  public func receive<Value: Equatable>(
    _ actionCase: CaseKeyPath<Action, Value>, _ value: Value, timeout nanoseconds: UInt64? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async where Action: CasePathable {
    await core.receive(
      ReceiveExpectation.case(AnyCasePath(actionCase), value),
      within: .nanoseconds(nanoseconds ?? timeout),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      updateStateToExpectedResult)
  }

  /// Asserts the case of the action that an effect sent, by a case path: `receive(/Action.response)`.
  public func receive<Value>(
    _ actionCase: AnyCasePath<Action, Value>, timeout: Duration,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await core.receive(
      ReceiveExpectation.case(actionCase), within: timeout,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      updateStateToExpectedResult)
  }

  /// Asserts the case of the action that an effect sent, by a case path: `receive(/Action.response)`.
  @_disfavoredOverload
  public func receive<Value>(
    _ actionCase: AnyCasePath<Action, Value>, timeout nanoseconds: UInt64? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await core.receive(
      ReceiveExpectation.case(actionCase),
      within: .nanoseconds(nanoseconds ?? timeout),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      updateStateToExpectedResult)
  }
}
