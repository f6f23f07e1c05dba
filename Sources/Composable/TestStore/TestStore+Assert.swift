extension TestStore {
  /// Says what is true of the state now, whatever happened.
  ///
  /// - Parameter updateStateToExpectedResult: Sets what is to be true; where the state is so
  ///   already, nothing changes.
  public func assert(
    _ updateStateToExpectedResult: @escaping (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    core.beginCall(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    core.expect(
      core.state, from: core.state, isStep: false, nextElement: core.nextElementNumber,
      updateStateToExpectedResult)
  }
}
