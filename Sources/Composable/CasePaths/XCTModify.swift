import IssueReporting

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Modifies the value of an optional in a test. Fails if it is `nil` or does not change.
public func XCTModify<Wrapped>(
  _ optional: inout Wrapped?, _ message: @autoclosure () -> String = "",
  _ body: (inout Wrapped) throws -> Void, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  modify(
    &optional, AnyCasePath(embed: { $0 }, extract: { $0 }), message(), body,
    CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Modifies the payload of a case in a test. Fails if the value is in another case or does not
/// change.
public func XCTModify<Enum: CasePathable, Case>(
  _ enum: inout Enum, case keyPath: CaseKeyPath<Enum, Case>,
  _ message: @autoclosure () -> String = "", _ body: (inout Case) throws -> Void,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  modify(
    &`enum`, AnyCasePath(keyPath), message(), body,
    CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Modifies the payload of a case in a test, given by the older form of a case path. Fails if the
/// value is in another case or does not change.
public func XCTModify<Enum, Case>(
  _ enum: inout Enum, case casePath: AnyCasePath<Enum, Case>,
  _ message: @autoclosure () -> String = "", _ body: (inout Case) throws -> Void,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  modify(
    &`enum`, casePath, message(), body,
    CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the payload of a case in a test. Fails and throws if the value is in another case.
public func XCTUnwrap<Enum: CasePathable, Case>(
  _ expression: @autoclosure () throws -> Enum, case keyPath: CaseKeyPath<Enum, Case>,
  _ message: @autoclosure () -> String = "", fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws -> Case {
  let value = try expression()
  if let payload = value[case: keyPath] { return payload }
  let message = message()
  reportIssue(
    "XCTUnwrap: Expected to extract value of type \"\(Case.self)\" from \"\(value)\"."
      + (message.isEmpty ? "" : " - \(message)"), fileID: fileID, filePath: filePath, line: line,
    column: column)
  throw ExtractionFailed()
}

private func modify<Enum, Case>(
  _ value: inout Enum, _ path: AnyCasePath<Enum, Case>, _ message: String,
  _ body: (inout Case) throws -> Void, _ callSite: CallSite
) {
  func report(_ reason: String) {
    reportIssue(
      "XCTModify: \(reason)\(message.isEmpty ? "" : " - \(message)")", fileID: callSite.fileID,
      filePath: callSite.filePath, line: callSite.line, column: callSite.column)
  }
  guard var payload = path.extract(from: value) else {
    return report("Expected to extract value of type \"\(Case.self)\" from \"\(value)\".")
  }
  let before = payload
  do { try body(&payload) } catch { return report("Threw error: \(error)") }
  if ModificationCheck.isExhaustive, let before = before as? any Equatable,
    isEqual(before, payload)
  {
    report("Expected \"\(Case.self)\" value to be modified but it was unchanged.")
  }
  value = path.embed(payload)
}

/// Whether `XCTModify` fails without a change.
enum ModificationCheck {
  /// `false` in the assertion of a test store that is not exhaustive: there the closure gets the actual
  /// state, which has changed already.
  @TaskLocal static var isExhaustive = true
}

private func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
  left == right as? Value
}
