import Composable
import MachoDiff
import MachoSessions
import MachoValues

/// A feature that macho can drive: a name, a start state, stubs and a store.
///
/// ```swift
/// Feature(
///   "counter", "A number that goes up and down.", start: CounterFeature.State(),
///   stubs: [Stub("numberFact.fetch") { $0.numberFact.fetch = $1 }],
///   computed: [Computed("isEven", \.isEven)]
/// ) {
///   CounterFeature()
/// }
/// ```
public struct Feature: DrivenFeature {
  public let name: String
  public let summary: String
  package let promptContext: RunContext
  package let endpoints: [Endpoint]
  package let syntax: ValueSyntax
  package let computed: ComputedProperties
  package let secrets: [String]
  package let sentTypes: [Any.Type]
  package var receivedTypes: [Any.Type] {
    ownReceivedTypes + (hasModifications() ? [StateChange.self] : [])
  }
  private let ownReceivedTypes: [Any.Type]
  /// Whether the state can change without an action that the store reports.
  ///
  /// PERFORMANCE: computed on demand, as it reads the metadata of the state.
  private let hasModifications: @Sendable () -> Bool
  package private(set) var aliases: [String: String] = [:]
  package private(set) var actionSummaries: [String: String] = [:]
  package var testStoreSource: TestStoreSource? { makeTestStoreSource?() }
  private var makeTestStoreSource: (@Sendable () -> TestStoreSource)?
  package let stateType: Any.Type
  private let stubs: [Stub]
  private var dependencies: @Sendable (inout DependencyValues) -> Void
  private let presetDependencies: Presets
  private let makeStart: @Sendable () -> Any
  /// PERFORMANCE: computed on demand, as the runtime creates the generic type's metadata slowly.
  private let storeType: @Sendable () -> any DrivenStore.Type
  private let makeStore: @Sendable (Any, StoreConfiguration) -> any DrivenStore

  /// Registers a reducer.
  ///
  /// - Parameters:
  ///   - name: The name for `feature NAME`: one word without invisible characters.
  ///   - summary: The one-line description in `macho features`. Default: empty.
  ///   - start: The start state.
  ///   - prompt: The context in which a prompt opens the feature. Default: `test`. Scripts use
  ///     `test`.
  ///   - stubs: The endpoints that scripts can stub, besides `uuid`, `date.now` and `random`.
  ///   - computed: The computed properties of the state that paths may use.
  ///   - secrets: The names of properties that are redacted in recordings.
  ///   - syntax: The leaf types and case overrides of the feature's values.
  ///   - source: The expression that creates the reducer in a test of `export swift`. Default: the
  ///     type's name and `()`.
  ///   - dependencies: Overrides dependency values in all contexts.
  ///   - presets: Named overrides of dependency values, for `context preview "NAME"`. See `Presets`.
  ///   - reducer: Creates the reducer.
  public init<R: Reducer & SendableMetatype>(
    _ name: String, _ summary: String = "",
    start: @autoclosure @escaping @Sendable () -> R.State,
    prompt: RunContext = .test,
    stubs: [Stub] = [],
    computed: [Computed<R.State>] = [],
    secrets: [String] = [],
    syntax: ValueSyntax = ValueSyntax(),
    source: String? = nil,
    dependencies: (@Sendable (inout DependencyValues) -> Void)? = nil,
    presets: Presets = [:],
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    reducer: @escaping @Sendable () -> R
  ) {
    self.init(
      name, summary, start: start(), sent: [R.Action.self], received: [R.Action.self],
      registration: Registration(
        prompt: prompt, stubs: stubs, computed: computed, secrets: secrets, syntax: syntax,
        dependencies: dependencies ?? { _ in }, presets: presets),
      store: ReducerStoreAdapter<R>.self
    ) { state, configuration in
      ReducerStoreAdapter<R>(configuration, state: state, reducer: reducer)
    }
    let overridesDependencies = dependencies != nil
    let registration = StartExpression(path: "\(filePath)", line: Int(line), column: Int(column))
    makeTestStoreSource = {
      TestStoreSource(
        R.self, source: source, registration: registration,
        overridesDependencies: overridesDependencies)
    }
  }

  /// The registration arguments that all kinds of stores share.
  struct Registration<State>: Sendable {
    var prompt: RunContext
    var stubs: [Stub]
    var computed: [Computed<State>]
    var secrets: [String]
    var syntax: ValueSyntax
    var dependencies: @Sendable (inout DependencyValues) -> Void
    var presets: Presets
  }

  /// Registers a store of any kind.
  init<State>(
    _ name: String, _ summary: String, start: @autoclosure @escaping @Sendable () -> State,
    sent: [Any.Type], received: [Any.Type], registration: Registration<State>,
    store: @autoclosure @escaping @Sendable () -> any DrivenStore.Type,
    open: @escaping @Sendable (State, StoreConfiguration) -> any DrivenStore
  ) {
    self.name = name
    self.summary = summary
    promptContext = registration.prompt
    syntax = registration.syntax.namingErrors(ofModulesOf: [State.self] + sent + received)
      .orderingCases()
    secrets = registration.secrets
    stubs = registration.stubs + Stub.builtIn
    dependencies = registration.dependencies
    presetDependencies = registration.presets
    endpoints = stubs.map(\.endpoint)
    sentTypes = sent
    ownReceivedTypes = received
    let isObject = received.contains { $0 == StateChange.self }
    hasModifications = {
      !isObject && (containsSharedValues(State.self) || ObjectTypes.mayOccur(in: State.self))
    }
    stateType = State.self
    computed = registration.computed.reduce(into: ComputedProperties()) { $1.register(&$0) }
    let startState: @Sendable () -> State = { withSeparateSharedStorage { start() } }
    makeStart = { startState() }
    storeType = store
    // The session passes states of `stateType`. Otherwise, use the start state.
    makeStore = { state, configuration in open(state as? State ?? startState(), configuration) }
  }

  package var actionType: Any.Type { sentTypes[0] }

  /// Adds an alias for an action, so that one script can test several architectures.
  ///
  /// ```swift
  /// Feature("search", start: Search.State()) { Search() }
  ///   .alias("queryChanged", #"binding.set(\.query, $0)"#)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The alias, with or without arguments.
  ///   - text: The expansion. `$0` stands for the arguments.
  public func alias(_ name: String, _ text: String) -> Feature {
    var copy = self
    copy.aliases[name] = text
    return copy
  }

  /// Adds short descriptions of actions. `actions` and completion show them.
  ///
  /// ```swift
  /// Feature("counter", start: Counter.State()) { Counter() }
  ///   .describing(["incrementButtonTapped": "one more"])
  /// ```
  ///
  /// - Parameter actions: The descriptions, by the names of actions or aliases.
  public func describing(_ actions: [String: String]) -> Feature {
    var copy = self
    copy.actionSummaries.merge(actions) { $1 }
    return copy
  }

  package var presets: [String] { presetDependencies.map(\.key) }

  package func applying(preset: String) -> any DrivenFeature {
    guard let override = presetDependencies.first(where: { $0.key == preset })?.value else {
      return self
    }
    var copy = self
    copy.dependencies = { [dependencies] values in
      dependencies(&values)
      override(&values)
    }
    return copy
  }

  /// Wraps the real endpoints so that their calls are observed.
  func observe(_ values: inout DependencyValues, _ caller: StubCaller) {
    for stub in stubs { stub.observe(&values, caller) }
  }

  package var startState: Any { makeStart() }

  package func prepare() {
    preparePlans(for: stateType)
    _ = containsSharedValues(stateType)
    _ = storeType()
  }

  package func open(_ state: Any, in context: RunContext, stubs: StubTable) -> any DrivenStore {
    let configuration = StoreConfiguration(
      context: context, table: stubs, stubs: self.stubs, syntax: syntax, dependencies: dependencies)
    return makeStore(state, configuration)
  }
}
