import IssueReporting

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension DependencyValues {
  /// The generator of dates. Live: the system's date. Tests must override it.
  public var date: DateGenerator {
    get { self[DateGeneratorKey.self] }
    set { self[DateGeneratorKey.self] = newValue }
  }

  private enum DateGeneratorKey: DependencyKey {
    static let liveValue = DateGenerator { Date() }
    static let testValue = DateGenerator {
      // Setting `\.date.now` by a key path also reads it.
      if !DependencyValues.isOverriding { reportIssue(#"Unimplemented: @Dependency(\.date)"#) }
      return Date()
    }
  }
}

/// A generator of dates.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// Creates a generator from a closure.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// Returns a generator that always returns the same date.
  public static func constant(_ now: Date) -> Self { Self { now } }

  /// The current date. Setting it makes the generator constant.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }

  /// Returns the current date.
  public func callAsFunction() -> Date { generate() }
}
