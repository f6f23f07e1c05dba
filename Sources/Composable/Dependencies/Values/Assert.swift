import IssueReporting

extension DependencyValues {
  /// Asserts what holds in a correct program: live it is `assert`, in tests an issue.
  public var assert: any AssertionEffect {
    get { self[AssertKey.self] }
    set { self[AssertKey.self] = newValue }
  }

  /// Says that the program is not correct: live it is `assertionFailure`, in tests an issue.
  public var assertionFailure: any AssertionFailureEffect { AssertionFailure(base: assert) }

  /// Asserts what must hold for the program to go on: live `precondition`, in tests an issue.
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

/// What is done with an assertion.
public protocol AssertionEffect: Sendable {
  /// Asserts that `condition` holds.
  func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String, file: StaticString,
    line: UInt)
}

extension AssertionEffect {
  /// Asserts that `condition` holds.
  @_transparent
  public func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
  ) {
    self.callAsFunction(condition(), message(), file: file, line: line)
  }
}

/// What is done when the program is known not to be correct.
public protocol AssertionFailureEffect: Sendable {
  /// Says that it is not.
  func callAsFunction(_ message: @autoclosure () -> String, file: StaticString, line: UInt)
}

extension AssertionFailureEffect {
  /// Says that the program is not correct.
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
    reportIssue(
      message.isEmpty ? "Assertion failed" : "Assertion failed: \(message)", fileID: file,
      filePath: file, line: line, column: 0)
  }
}

private struct AssertionFailure: AssertionFailureEffect {
  let base: any AssertionEffect

  func callAsFunction(_ message: @autoclosure () -> String, file: StaticString, line: UInt) {
    base.callAsFunction(false, message(), file: file, line: line)
  }
}
