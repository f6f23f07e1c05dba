import Composable
import MachoDiff
import MachoSessions
import MachoValues

/// A feature that macho can drive: a name, a start state, stubs, and the store.
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
  public let promptContext: RunContext
  public let endpoints: [Endpoint]
  public let syntax: ValueSyntax
  public let computed: ComputedProperties
  public let secrets: [String]
  public let sentTypes: [Any.Type]
  public let receivedTypes: [Any.Type]
  public private(set) var aliases: [String: String] = [:]
  public private(set) var actionSummaries: [String: String] = [:]
  public var testStoreSource: TestStoreSource? { makeTestStoreSource?() }
  private var makeTestStoreSource: (@Sendable () -> TestStoreSource)?
  public let stateType: Any.Type
  private let stubs: [Stub]
  private let dependencies: @Sendable (inout DependencyValues) -> Void
  private let makeStart: @Sendable () -> Any
  /// Not made before it is needed: that takes the runtime a while.
  private let storeType: @Sendable () -> any DrivenStore.Type
  private let makeStore: @Sendable (Any, StoreConfiguration) -> any DrivenStore

  /// Registers a reducer.
  ///
  /// - Parameters:
  ///   - name: what `feature NAME` opens.
  ///   - summary: one line for `macho features`.
  ///   - start: the state it starts from.
  ///   - prompt: the context in which a prompt opens it; scripts run in `test`.
  ///   - stubs: the endpoints that scripts can stub, besides `uuid`, `date.now` and `random`.
  ///   - computed: computed properties of the state that paths may name.
  ///   - secrets: the names of properties whose values never reach a recording.
  ///   - syntax: leaf types and case tables of the feature's own.
  ///   - source: the expression that makes the reducer in a test, for `export swift`; its type's
  ///     name and `()` without it.
  ///   - dependencies: overrides of dependency values, in every context.
  ///   - reducer: makes the reducer.
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
    reducer: @escaping @Sendable () -> R
  ) {
    self.init(
      name, summary, start: start(), sent: [R.Action.self], received: [R.Action.self],
      registration: Registration(
        prompt: prompt, stubs: stubs, computed: computed, secrets: secrets, syntax: syntax,
        dependencies: dependencies ?? { _ in }),
      store: ReducerStoreAdapter<R>.self
    ) { state, surroundings in
      ReducerStoreAdapter<R>(surroundings, state: state, reducer: reducer)
    }
    let overridesDependencies = dependencies != nil
    makeTestStoreSource = {
      TestStoreSource(R.self, source: source, overridesDependencies: overridesDependencies)
    }
  }

  /// What all kinds of stores are registered with.
  struct Registration<State>: Sendable {
    var prompt: RunContext
    var stubs: [Stub]
    var computed: [Computed<State>]
    var secrets: [String]
    var syntax: ValueSyntax
    var dependencies: @Sendable (inout DependencyValues) -> Void
  }

  /// Registers any kind of store.
  init<State>(
    _ name: String, _ summary: String, start: @autoclosure @escaping @Sendable () -> State,
    sent: [Any.Type], received: [Any.Type], registration: Registration<State>,
    store: @autoclosure @escaping @Sendable () -> any DrivenStore.Type,
    open: @escaping @Sendable (State, StoreConfiguration) -> any DrivenStore
  ) {
    self.name = name
    self.summary = summary
    promptContext = registration.prompt
    syntax = registration.syntax
    secrets = registration.secrets
    stubs = registration.stubs + Stub.builtIn
    dependencies = registration.dependencies
    endpoints = stubs.map(\.endpoint)
    sentTypes = sent
    receivedTypes = received
    stateType = State.self
    computed = registration.computed.reduce(into: ComputedProperties()) { $1.register(&$0) }
    makeStart = { start() }
    storeType = store
    // The session builds states only as `stateType`; anything else starts from the start.
    makeStore = { state, surroundings in open(state as? State ?? start(), surroundings) }
  }

  public var actionType: Any.Type { sentTypes[0] }

  /// The feature with another name for an action, for scripts that are run across architectures.
  ///
  /// ```swift
  /// Feature("search", start: Search.State()) { Search() }
  ///   .alias("queryChanged", #"binding.set(\.query, $0)"#)
  /// ```
  ///
  /// - Parameters:
  ///   - name: what scripts write, with or without arguments.
  ///   - text: what it stands for; `$0` is where the arguments go.
  public func alias(_ name: String, _ text: String) -> Feature {
    var copy = self
    copy.aliases[name] = text
    return copy
  }

  /// The feature with a few words on what actions do, which `actions` and completion show.
  ///
  /// ```swift
  /// Feature("counter", start: Counter.State()) { Counter() }
  ///   .describing(["incrementButtonTapped": "one more"])
  /// ```
  ///
  /// - Parameter actions: the words, by the names of the actions or of other names for them.
  public func describing(_ actions: [String: String]) -> Feature {
    var copy = self
    copy.actionSummaries.merge(actions) { $1 }
    return copy
  }

  public var startState: Any { makeStart() }

  public func prepare() {
    preparePlans(for: stateType)
    _ = storeType()
  }

  public func open(_ state: Any, in context: RunContext, stubs: StubTable) -> any DrivenStore {
    let surroundings = StoreConfiguration(
      context: context, table: stubs, stubs: self.stubs, syntax: syntax, dependencies: dependencies)
    return makeStore(state, surroundings)
  }
}
