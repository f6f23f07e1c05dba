import MachoValues

/// A feature that a session can open: the driver's side of what users register.
public protocol DrivenFeature: Sendable {
  /// The name that `feature NAME` opens.
  var name: String { get }
  /// One line for `macho features`.
  var summary: String { get }
  /// The type of what `send` takes, or the first of them.
  var actionType: Any.Type { get }
  /// The types of what `send` takes, the one tried first in front.
  var sentTypes: [Any.Type] { get }
  /// The types of what `receive` names; values of another type are received too, without a name.
  var receivedTypes: [Any.Type] { get }
  /// What other names for actions stand for, `$0` being the arguments: where architectures have no
  /// action in common, this is how one script is written for all of them.
  var aliases: [String: String] { get }
  /// What actions do, in a few words, by their names; for those who look for one.
  var actionSummaries: [String: String] { get }
  /// The type of what `state` shows.
  var stateType: Any.Type { get }
  /// The context in which a prompt opens the feature.
  var promptContext: RunContext { get }
  /// The dependency endpoints that `stub` and `answer` can name.
  var endpoints: [Endpoint] { get }
  /// Leaf types and case tables of the feature's own, for reading and printing its values.
  var syntax: ValueSyntax { get }
  /// The computed properties that paths may name.
  var computed: ComputedProperties { get }
  /// The names of properties whose values never reach a recording.
  var secrets: [String] { get }
  /// Whether lists name it, and not only who knows of it.
  var isListed: Bool { get }
  /// The registered start state.
  var startState: Any { get }
  /// How a test in Swift makes it; `nil` where it is no reducer.
  var testStoreSource: TestStoreSource? { get }
  /// Finds out what is the same whenever it is opened. Whoever runs many scripts asks for it once
  /// before them, so it runs no code of the feature's: whatever that left behind, each of the scripts
  /// would find.
  func prepare()
  /// Builds a store that starts from `state`.
  func open(_ state: Any, in context: RunContext, stubs: StubTable) -> any DrivenStore
}

extension DrivenFeature {
  /// None.
  public var aliases: [String: String] { [:] }
  /// None.
  public var actionSummaries: [String: String] { [:] }
  /// The one type of actions.
  public var sentTypes: [Any.Type] { [actionType] }
  /// The one type of actions.
  public var receivedTypes: [Any.Type] { [actionType] }
  /// None.
  public var secrets: [String] { [] }
  /// They do.
  public var isListed: Bool { true }
  /// Nothing.
  public func prepare() {}
  /// None.
  public var testStoreSource: TestStoreSource? { nil }
}
