extension TestStore {
  /// Asserts the current state, independent of any action.
  ///
  /// Effects that the test has resumed, by yielding to a stream, run before.
  ///
  /// - Parameter updateStateToExpectedResult: Sets the expected values in the current state. The
  ///   assertion fails if this changes the state.
  public func assert(
    _ updateStateToExpectedResult: @escaping (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    core.beginCall(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    core.drainReadyJobs()
    core.expect(
      core.state, from: core.state, isTransition: false, nextElementNumber: core.nextElementNumber,
      updateStateToExpectedResult)
  }
}
