/// The source code with which an exported Swift test creates a feature's reducer.
package struct TestStoreSource: Sendable {
  /// The expression that creates the reducer: `Counter()`.
  package var reducer: String
  /// The modules that the test must import.
  package var modules: Set<String>
  /// Whether the registration overrides dependencies with a closure, whose source is unknown.
  package var overridesDependencies: Bool
  /// The reason why no test can be exported. `nil` if one can.
  package var refusal: String?

  /// Creates a test source.
  package init(
    reducer: String, modules: Set<String> = [], overridesDependencies: Bool = false,
    refusal: String? = nil
  ) {
    self.reducer = reducer
    self.modules = modules
    self.overridesDependencies = overridesDependencies
    self.refusal = refusal
  }
}
