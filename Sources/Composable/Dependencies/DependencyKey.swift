import IssueReporting

/// A key of a dependency, with its values for tests and previews.
///
/// Conform to this in the module of the dependency's interface. The live value may be in another
/// module.
public protocol TestDependencyKey<Value> {
  /// The type of the dependency.
  associatedtype Value: Sendable = Self

  /// The value in previews. Default: the test value.
  static var previewValue: Value { get }

  /// The value in tests.
  static var testValue: Value { get }
}

/// A key of a dependency, with its value for the app.
///
/// ```swift
/// enum FactKey: DependencyKey {
///   static let liveValue = FactClient { number in try await fetchFact(number) }
///   static let testValue = FactClient { _ in unimplemented("FactClient.fetch") }
/// }
///
/// extension DependencyValues {
///   var fact: FactClient {
///     get { self[FactKey.self] }
///     set { self[FactKey.self] = newValue }
///   }
/// }
/// ```
public protocol DependencyKey<Value>: TestDependencyKey {
  /// The value in the app.
  static var liveValue: Value { get }

  associatedtype Value = Self

  static var previewValue: Value { get }

  static var testValue: Value { get }
}

extension DependencyKey {
  /// The live value.
  public static var previewValue: Value { liveValue }

  /// The preview value. Reports an issue, because tests must override the dependencies that they
  /// use.
  public static var testValue: Value {
    if let access = DependencyAccess.current {
      access.reportNoTestValue(key: Self.self)
    } else {
      reportIssue("\(Self.self) has no test value, but was used in a test context.")
    }
    return previewValue
  }
}

extension TestDependencyKey {
  /// The test value.
  public static var previewValue: Value { testValue }
}
