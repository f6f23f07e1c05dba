import IssueReporting

extension PresentationState {
  /// The payload of a case of the child's state, or `nil` if the state is in another case. Setting
  /// it cannot change the case.
  public subscript<Case>(
    case path: CaseKeyPath<State, Case>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Case? where State: CasePathable {
    get { wrappedValue.flatMap { AnyCasePath(path).extract(from: $0) } }
    set {
      let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      wrappedValue.setCase(AnyCasePath(path), to: newValue, callSite)
    }
  }

  /// The payload of a case of the child's state, given by the older form of a case path.
  public subscript<Case>(
    case path: AnyCasePath<State, Case>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Case? {
    get { wrappedValue.flatMap(path.extract) }
    set {
      let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      wrappedValue.setCase(path, to: newValue, callSite)
    }
  }
}

extension StackState {
  /// The payload of a case of an element's state, or `nil` if the state is in another case. Setting
  /// it cannot change the case.
  public subscript<Case>(
    id id: StackElementID, case path: CaseKeyPath<Element, Case>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Case? where Element: CasePathable {
    get { self[id: id].flatMap { AnyCasePath(path).extract(from: $0) } }
    set {
      let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      self[id: id].setCase(AnyCasePath(path), to: newValue, callSite)
    }
  }

  /// The payload of a case of an element's state, given by the older form of a case path.
  public subscript<Case>(
    id id: StackElementID, case path: AnyCasePath<Element, Case>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Case? {
    get { self[id: id].flatMap(path.extract) }
    set {
      let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      self[id: id].setCase(path, to: newValue, callSite)
    }
  }
}

extension Optional {
  /// Replaces the payload of the current case. `nil` removes the whole value.
  fileprivate mutating func setCase<Case>(
    _ path: AnyCasePath<Wrapped, Case>, to newValue: Case?, _ callSite: CallSite
  ) {
    guard let old = self, path.extract(from: old) != nil else {
      // As with `optional?.count = 1`, setting `nil` on an absent value does nothing.
      guard newValue != nil else { return }
      return reportIssue(
        "The payload of a case was set while the state was in another case: \(self as Any)",
        fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line,
        column: callSite.column)
    }
    self = newValue.map(path.embed)
  }
}
