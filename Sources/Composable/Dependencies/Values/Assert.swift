import IssueReporting

extension DependencyValues {
  /// Asserts a condition. Live: `assert`. In tests: a reported issue.
  public var assert: any AssertionEffect {
    get { self[AssertKey.self] }
    set { self[AssertKey.self] = newValue }
  }

  /// Fails an assertion. Live: `assertionFailure`. In tests: a reported issue.
  public var assertionFailure: any AssertionFailureEffect { AssertionFailure(base: assert) }

  /// Asserts a condition that the program needs. Live: `precondition`. In tests: a reported issue.
  public var precondition: any AssertionEffect {
    get { self[PreconditionKey.self] }
    set { self[PreconditionKey.self] = newValue }
  }

  private enum AssertKey: DependencyKey {
    static let liveValue: any AssertionEffect = LiveAssertion()
    static let testValue: any AssertionEffect = ReportedAssertion()
  }

  private enum PreconditionKey: DependencyKey {
    static let liveValue: any AssertionEffect = LivePrecondition()
    static let testValue: any AssertionEffect = ReportedAssertion()
  }
}

/// A handler of assertions.
public protocol AssertionEffect: Sendable {
  /// Asserts that `condition` holds.
  func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String, file: StaticString,
    line: UInt)
}

extension AssertionEffect {
  /// Asserts that `condition` holds.
  // SAFETY: the attribute only makes a failed precondition trap in the caller.
  @_transparent
  public func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
  ) {
    self.callAsFunction(condition(), message(), file: file, line: line)
  }
}

/// A handler of failed assertions.
public protocol AssertionFailureEffect: Sendable {
  /// Reports a failed assertion.
  func callAsFunction(_ message: @autoclosure () -> String, file: StaticString, line: UInt)
}

extension AssertionFailureEffect {
  /// Reports a failed assertion.
  @_transparent
  public func callAsFunction(
    _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
  ) {
    self.callAsFunction(message(), file: file, line: line)
  }
}

private struct LiveAssertion: AssertionEffect {
  func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String, file: StaticString,
    line: UInt
  ) {
    Swift.assert(condition(), message(), file: file, line: line)
  }
}

private struct LivePrecondition: AssertionEffect {
  func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String, file: StaticString,
    line: UInt
  ) {
    Swift.precondition(condition(), message(), file: file, line: line)
  }
}

private struct ReportedAssertion: AssertionEffect {
  func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String, file: StaticString,
    line: UInt
  ) {
    guard !condition() else { return }
    let message = message()
    // Swift Testing stops a process that reports an issue at column 0.
    reportIssue(
      message.isEmpty ? "Assertion failed" : "Assertion failed: \(message)", fileID: file,
      filePath: file, line: line, column: 1)
  }
}

private struct AssertionFailure: AssertionFailureEffect {
  let base: any AssertionEffect

  func callAsFunction(_ message: @autoclosure () -> String, file: StaticString, line: UInt) {
    base.callAsFunction(false, message(), file: file, line: line)
  }
}
