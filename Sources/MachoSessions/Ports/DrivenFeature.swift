import MachoValues

/// A feature that a session can open: the driver's view of what users register.
package protocol DrivenFeature: Sendable {
  /// The name that `feature NAME` opens.
  var name: String { get }
  /// One line for `macho features`.
  var summary: String { get }
  /// The type of sent actions, or the first of several.
  var actionType: Any.Type { get }
  /// The types of sent actions, in the order in which they are tried.
  var sentTypes: [Any.Type] { get }
  /// The types that `receive` can assert. Values of other types are received too, but without a
  /// name.
  var receivedTypes: [Any.Type] { get }
  /// The aliases of actions with their expansions, in which `$0` stands for the arguments. With
  /// aliases, one script can test features of several architectures.
  var aliases: [String: String] { get }
  /// Short descriptions of actions, by action name.
  var actionSummaries: [String: String] { get }
  /// The type of the state.
  var stateType: Any.Type { get }
  /// The context in which a prompt opens the feature.
  var promptContext: RunContext { get }
  /// The names of the presets of dependencies, in the order of their registration.
  var presets: [String] { get }
  /// The dependency endpoints for `stub` and `answer`.
  var endpoints: [Endpoint] { get }
  /// The leaf types and case overrides for reading and printing the feature's values.
  var syntax: ValueSyntax { get }
  /// The computed properties that paths may use.
  var computed: ComputedProperties { get }
  /// The names of properties that are redacted in recordings.
  var secrets: [String] { get }
  /// Whether lists and suggestions include the feature.
  var isListed: Bool { get }
  /// The registered start state.
  var startState: Any { get }
  /// The source with which a Swift test creates the feature. `nil` if it is not a reducer.
  var testStoreSource: TestStoreSource? { get }
  /// Caches facts that do not change between runs. The script runner calls it once before many
  /// scripts, so it must not run code of the feature: side effects would leak into every script.
  func prepare()
  /// Returns the feature with the dependencies of one of its presets.
  func applying(preset: String) -> any DrivenFeature
  /// Creates a store with the start state `state`.
  func open(_ state: Any, in context: RunContext, stubs: StubTable) -> any DrivenStore
}

extension DrivenFeature {
  /// Default: no aliases.
  package var aliases: [String: String] { [:] }
  /// Default: no descriptions.
  package var actionSummaries: [String: String] { [:] }
  /// Default: `actionType`.
  package var sentTypes: [Any.Type] { [actionType] }
  /// Default: `actionType`.
  package var receivedTypes: [Any.Type] { [actionType] }
  /// Default: no presets.
  package var presets: [String] { [] }
  /// Default: the feature itself.
  package func applying(preset: String) -> any DrivenFeature { self }
  /// Default: no secrets.
  package var secrets: [String] { [] }
  /// Default: `true`.
  package var isListed: Bool { true }
  /// Default: no preparation.
  package func prepare() {}
  /// Default: `nil`.
  package var testStoreSource: TestStoreSource? { nil }
}
