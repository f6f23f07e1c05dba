import IssueReporting
import MachoMetadata

extension PresentationState {
  /// The payload of a case of the child's state, or `nil` if the state is in another case.
  /// Modifying another case is an issue.
  public subscript<Case>(
    case path: CaseKeyPath<State, Case>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Case? where State: CasePathable {
    get { wrappedValue.flatMap { AnyCasePath(path).extract(from: $0) } }
    _modify {
      let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      yield &wrappedValue[payloadOf: AnyCasePath(path), callSite]
    }
  }

  /// The payload of a case of the child's state, given by the older form of a case path.
  public subscript<Case>(
    case path: AnyCasePath<State, Case>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Case? {
    get { wrappedValue.flatMap(path.extract) }
    _modify {
      let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      yield &wrappedValue[payloadOf: path, callSite]
    }
  }
}

extension StackState {
  /// The payload of a case of an element's state, or `nil` if the state is in another case.
  /// Modifying another case is an issue.
  public subscript<Case>(
    id id: StackElementID, case path: CaseKeyPath<Element, Case>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Case? where Element: CasePathable {
    get { self[id: id].flatMap { AnyCasePath(path).extract(from: $0) } }
    _modify {
      let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      yield &self[id: id][payloadOf: AnyCasePath(path), callSite]
    }
  }

  /// The payload of a case of an element's state, given by the older form of a case path.
  public subscript<Case>(
    id id: StackElementID, case path: AnyCasePath<Element, Case>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Case? {
    get { self[id: id].flatMap(path.extract) }
    _modify {
      let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      yield &self[id: id][payloadOf: path, callSite]
    }
  }
}

extension Optional {
  /// The payload of the current case. Setting `nil` removes the whole value.
  ///
  /// It is modified in place, so that `[case: path]?.count = 1` also reports another case.
  fileprivate subscript<Case>(
    payloadOf path: AnyCasePath<Wrapped, Case>, callSite: CallSite
  ) -> Case? {
    get { flatMap(path.extract) }
    _modify {
      var payload = flatMap(path.extract)
      let isInCase = payload != nil
      defer {
        if isInCase { self = payload.map(path.embed) } else { reportUnrelatedCase(callSite) }
      }
      yield &payload
    }
  }

  private func reportUnrelatedCase(_ callSite: CallSite) {
    let name = flatMap { value -> String? in
      let schema = try? EnumSchema.of(type(of: value as Any))
      return try? schema?.currentCase(of: value).name
    }
    reportIssue(
      "Can't modify unrelated case\(name.map { " \"\($0)\"" } ?? "")", fileID: callSite.fileID,
      filePath: callSite.filePath, line: callSite.line, column: callSite.column)
  }
}
