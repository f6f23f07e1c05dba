import Composable
import MachoArchitectures
import MachoSessions
import MachoValues

extension Feature {
  /// Registers Flux stores with their dispatcher and their action creator.
  ///
  /// ```swift
  /// Feature("list", start: ListState()) { state, work in
  ///   let dispatcher = Dispatcher<ListAction>()
  ///   let store = FluxStore(state, dispatcher: dispatcher, update: updateList)
  ///   let creator = ListActionCreator(dispatcher: dispatcher, work: work)
  ///   return FluxFlow(dispatcher, store: store) { (input: ListInput) in creator.perform(input) }
  /// }
  /// ```
  ///
  /// What a view would ask of the action creator is sent; what the dispatcher hands out is
  /// received, and may be sent as well, past the action creator.
  ///
  /// - Parameters:
  ///   - start: the state that the stores start from.
  ///   - flux: makes the parts; work is started by the `Work` that it is given.
  public init<Input, State: Equatable & Sendable, Action: Sendable>(
    _ name: String, _ summary: String = "",
    start: @autoclosure @escaping @Sendable () -> State,
    prompt: RunContext = .test,
    stubs: [Stub] = [],
    computed: [Computed<State>] = [],
    secrets: [String] = [],
    syntax: ValueSyntax = ValueSyntax(),
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in },
    flux: @escaping @Sendable (State, TaskRunner) -> FluxComponents<Input, State, Action>
  ) {
    self.init(
      name, summary, start: start(), sent: [Input.self, Action.self], takes: Action.self,
      registration: Registration(
        prompt: prompt, stubs: stubs, computed: computed, secrets: secrets, syntax: syntax,
        dependencies: dependencies)
    ) { state, stage in
      AnyDrivable(flux(state, stage.work), stage)
    }
  }
}

extension AnyDrivable {
  fileprivate init<Input, Action>(
    _ flow: FluxComponents<Input, State, Action>, _ stage: DrivableContext<Action>
  ) {
    let subscription = flow.dispatcher.observe { stage.didHandle($0) }
    self.init(state: flow.state) { sent in
      if let input = sent as? Input {
        flow.create(input)
      } else if let action = sent as? Action {
        flow.dispatcher.dispatch(action)
      }
    } restore: { state in
      withExtendedLifetime(subscription) { flow.restore(state) }
      return true
    }
  }
}
