import Composable
import MachoArchitectures
import MachoSessions
import MachoValues

extension Feature {
  /// Registers an object of the main actor: an `@Observable` view model of an app, unchanged.
  ///
  /// ```swift
  /// Feature("counter", start: CounterScreen(), receives: CounterInput.self) { screen in
  ///   CounterModel(count: screen.count)
  /// } state: { model in
  ///   CounterScreen(count: model.count, fact: model.fact)
  /// } send: { model, input, tasks in
  ///   switch input {
  ///   case .plusTapped: model.plusTapped()
  ///   case .factTapped: tasks.start("fact") { await model.factTapped() }
  ///   }
  /// }
  /// ```
  ///
  /// Input is sent. Later changes of the state are received as `changed(by: #1)`. Start asynchronous
  /// methods with the given task runner, as a view does with `.task`: `effects` lists them then.
  ///
  /// - Parameters:
  ///   - start: The start state.
  ///   - receives: The type of the input.
  ///   - model: Creates the object. Its `@Dependency` properties get the stubs of scripts.
  ///   - state: Returns what a view shows of the object.
  ///   - send: Calls the method of an input.
  public init<
    Model: AnyObject & SendableMetatype, State: Equatable & SendableMetatype,
    Input: SendableMetatype
  >(
    _ name: String, _ summary: String = "",
    start: @autoclosure @escaping @Sendable () -> State,
    receives: Input.Type,
    prompt: RunContext = .test,
    stubs: [Stub] = [],
    computed: [Computed<State>] = [],
    secrets: [String] = [],
    syntax: ValueSyntax = ValueSyntax(),
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in },
    presets: Presets = [:],
    model: @escaping @MainActor @Sendable (State) -> Model,
    state: @escaping @MainActor @Sendable (Model) -> State,
    send: @escaping @MainActor @Sendable (Model, Input, TaskRunner) -> Void
  ) {
    self.init(
      name, summary, start: start(), sent: [Input.self], receives: StateChange.self,
      registration: Registration(
        prompt: prompt, stubs: stubs, computed: computed, secrets: secrets, syntax: syntax,
        dependencies: dependencies, presets: presets)
    ) { start, context in
      let object = MainActorModel<Model, State, Input>(
        start, context.tasks, make: model, state: state, send: send)
      return AnyDrivable {
        object.state
      } send: {
        if let input = $0 as? Input { object.send(input) }
      }
    }
  }
}
