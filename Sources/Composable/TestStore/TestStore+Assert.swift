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
    run.arrive(at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
    run.expect(
      run.state, from: run.state, isStep: false, nextElement: run.nextElement,
      updateStateToExpectedResult)
  }
}
