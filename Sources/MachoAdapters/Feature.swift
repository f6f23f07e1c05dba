import Composable
import MachoSessions
import MachoValues

/// A feature that macho can drive: a name, a start state, stubs, and the reducer.
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
  public let actionType: Any.Type
  public let stateType: Any.Type
  private let makeStart: @Sendable () -> Any
  private let makeStore: @Sendable (Any, RunContext, StubTable) -> any DrivenStore

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
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in },
    reducer: @escaping @Sendable () -> R
  ) {
    let stubs = stubs + Stub.wellKnown
    self.name = name
    self.summary = summary
    self.promptContext = prompt
    self.syntax = syntax
    self.secrets = secrets
    endpoints = stubs.map(\.endpoint)
    actionType = R.Action.self
    stateType = R.State.self
    self.computed = computed.reduce(into: ComputedProperties()) { $1.register(&$0) }
    makeStart = { start() }
    makeStore = { state, context, table in
      ComposableStore<R>(
        // The session builds states only as `stateType`; anything else starts from the start.
        state: state as? R.State ?? start(), context: context, table: table, stubs: stubs,
        syntax: syntax, dependencies: dependencies, reducer: reducer)
    }
  }

  public var startState: Any { makeStart() }

  public func open(_ state: Any, in context: RunContext, stubs: StubTable) -> any DrivenStore {
    makeStore(state, context, stubs)
  }
}
