/// How a test in Swift makes what a feature drives: for sessions that are exported as one.
public struct TestStoreSource: Sendable {
  /// The expression that makes the reducer: `Counter()`.
  public var reducer: String
  /// The modules that a test has to import to name it.
  public var modules: Set<String>
  /// Whether the registration overrides dependencies by a closure, of which nobody knows the text.
  public var overridesDependencies: Bool
  /// Why no test can be made of it; `nil` where one can.
  public var refusal: String?

  /// Describes what a test needs.
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
