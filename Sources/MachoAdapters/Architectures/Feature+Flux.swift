import Composable
import MachoArchitectures
import MachoSessions
import MachoValues

extension Feature {
  /// Registers Flux stores with their dispatcher and their action creator.
  ///
  /// ```swift
  /// Feature("list", start: ListState()) { state, tasks in
  ///   let dispatcher = Dispatcher<ListAction>()
  ///   let store = FluxStore(state, dispatcher: dispatcher, update: updateList)
  ///   let creator = ListActionCreator(dispatcher: dispatcher, tasks: tasks)
  ///   return FluxComponents(dispatcher, store: store) { (input: ListInput) in
  ///     creator.perform(input)
  ///   }
  /// }
  /// ```
  ///
  /// Views' requests to the action creator are sent. Dispatched actions are received. Scripts may
  /// also send them directly, bypassing the action creator.
  ///
  /// - Parameters:
  ///   - start: The start state of the stores.
  ///   - flux: Creates the components. Start work with the given task runner.
  public init<Input, State: Equatable & Sendable, Action: Sendable>(
    _ name: String, _ summary: String = "",
    start: @autoclosure @escaping @Sendable () -> State,
    prompt: RunContext = .test,
    stubs: [Stub] = [],
    computed: [Computed<State>] = [],
    secrets: [String] = [],
    syntax: ValueSyntax = ValueSyntax(),
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in },
    presets: Presets = [:],
    flux: @escaping @Sendable (State, TaskRunner) -> FluxComponents<Input, State, Action>
  ) {
    self.init(
      name, summary, start: start(), sent: [Input.self, Action.self], receives: Action.self,
      registration: Registration(
        prompt: prompt, stubs: stubs, computed: computed, secrets: secrets, syntax: syntax,
        dependencies: dependencies, presets: presets)
    ) { state, context in
      AnyDrivable(flux(state, context.tasks), context)
    }
  }
}

extension AnyDrivable {
  fileprivate init<Input, Action>(
    _ flow: FluxComponents<Input, State, Action>, _ context: DrivableContext<Action>
  ) {
    let subscription = flow.dispatcher.observe { context.didHandle($0) }
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
