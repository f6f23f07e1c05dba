import IssueReporting

/// A dependency's identity, with its value for tests and for previews.
///
/// Conform to this where the interface lives; the live value may be in another module.
public protocol TestDependencyKey<Value> {
  /// What the dependency is.
  associatedtype Value: Sendable = Self

  /// The value in previews; the test value unless it is given.
  static var previewValue: Value { get }

  /// The value in tests.
  static var testValue: Value { get }
}

/// A dependency's identity, with its value for the app.
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
  /// The live value, unless another is given.
  public static var previewValue: Value { liveValue }

  /// The preview value, after an issue: a test must say what it uses.
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
  /// The test value, unless another is given.
  public static var previewValue: Value { testValue }
}
