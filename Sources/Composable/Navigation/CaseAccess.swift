import IssueReporting

extension PresentationState {
  /// The child's state, while it is in a case; it can be changed, but not moved to the case.
  public subscript<Case>(
    case path: CaseKeyPath<State, Case>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Case? where State: CasePathable {
    get { wrappedValue.flatMap { AnyCasePath(path).extract(from: $0) } }
    set {
      let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      wrappedValue.setCase(AnyCasePath(path), to: newValue, place)
    }
  }

  /// The child's state, while it is in a case, by the older form of a case path.
  public subscript<Case>(
    case path: AnyCasePath<State, Case>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Case? {
    get { wrappedValue.flatMap(path.extract) }
    set {
      let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      wrappedValue.setCase(path, to: newValue, place)
    }
  }
}

extension StackState {
  /// An element's state, while it is in a case; it can be changed, but not moved to the case.
  public subscript<Case>(
    id id: StackElementID, case path: CaseKeyPath<Element, Case>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Case? where Element: CasePathable {
    get { self[id: id].flatMap { AnyCasePath(path).extract(from: $0) } }
    set {
      let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      self[id: id].setCase(AnyCasePath(path), to: newValue, place)
    }
  }

  /// An element's state, while it is in a case, by the older form of a case path.
  public subscript<Case>(
    id id: StackElementID, case path: AnyCasePath<Element, Case>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Case? {
    get { self[id: id].flatMap(path.extract) }
    set {
      let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      self[id: id].setCase(path, to: newValue, place)
    }
  }
}

extension Optional {
  /// Changes the value of a case, or removes all with `nil`.
  fileprivate mutating func setCase<Case>(
    _ path: AnyCasePath<Wrapped, Case>, to newValue: Case?, _ place: CallSite
  ) {
    guard let old = self, path.extract(from: old) != nil else {
      // As with `optional?.count = 1`, to change what is not there changes nothing.
      guard newValue != nil else { return }
      return reportIssue(
        "The value of a case was set while the state was in another: \(self as Any)",
        fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
    }
    self = newValue.map(path.embed)
  }
}
