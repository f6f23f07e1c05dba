/// The source code with which an exported Swift test creates a feature's reducer.
public struct TestStoreSource: Sendable {
  /// The expression that creates the reducer: `Counter()`.
  public var reducer: String
  /// The modules that the test must import.
  public var modules: Set<String>
  /// Whether the registration overrides dependencies with a closure, whose source is unknown.
  public var overridesDependencies: Bool
  /// The reason why no test can be exported. `nil` if one can.
  public var refusal: String?

  /// Creates a test source.
  public init(
    reducer: String, modules: Set<String> = [], overridesDependencies: Bool = false,
    refusal: String? = nil
  ) {
    self.reducer = reducer
    self.modules = modules
    self.overridesDependencies = overridesDependencies
    self.refusal = refusal
  }
}
