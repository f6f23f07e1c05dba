/// The source code with which an exported Swift test creates a feature's reducer.
package struct TestStoreSource: Sendable {
  /// The source of a start state.
  package struct Start: Equatable, Sendable {
    /// The call of an initializer: `Counter.State(mode: .idle)`.
    package var text: String
    /// The types and implicit members in the text. A test can only use those of the state's values.
    package var names: Set<String>
    /// Whether the call has arguments.
    package var hasArguments: Bool

    /// Creates a start state's source.
    package init(text: String, names: Set<String>, hasArguments: Bool) {
      self.text = text
      self.names = names
      self.hasArguments = hasArguments
    }
  }

  /// The expression that creates the reducer: `Counter()`.
  package var reducer: String
  /// The expression that creates the registered start state. `nil` if it is unknown.
  package var start: Start?
  /// Whether key paths can name the cases of an enum type.
  package var hasCaseKeyPaths: @Sendable (Any.Type) -> Bool
  /// The modules that the test must import.
  package var modules: Set<String>
  /// Whether the registration overrides dependencies with a closure, whose source is unknown.
  package var overridesDependencies: Bool
  /// Whether the state has shared values, which the stores of a test share.
  package var hasSharedValues: Bool
  /// The reason why no test can be exported. `nil` if one can.
  package var refusal: String?

  /// Creates a test source.
  package init(
    reducer: String, start: Start? = nil,
    hasCaseKeyPaths: @escaping @Sendable (Any.Type) -> Bool = { _ in false },
    modules: Set<String> = [], overridesDependencies: Bool = false,
    hasSharedValues: Bool = false, refusal: String? = nil
  ) {
    self.reducer = reducer
    self.start = start
    self.hasCaseKeyPaths = hasCaseKeyPaths
    self.modules = modules
    self.overridesDependencies = overridesDependencies
    self.hasSharedValues = hasSharedValues
    self.refusal = refusal
  }
}
