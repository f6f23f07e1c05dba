import Composable
import MachoArchitectures
import MachoSessions
import MachoValues

extension Feature {
  /// Registers a presenter (passive view or supervising) with its view.
  ///
  /// ```swift
  /// Feature("counter", start: CounterScreen()) { screen, tasks in
  ///   let view = RecordedView(screen, draw: drawCounter)
  ///   return (presenter: CounterPresenter(view: view, tasks: tasks), view: view)
  /// }
  /// ```
  ///
  /// Input is sent, drawings of the view are received, and the screen is the state.
  ///
  /// - Parameters:
  ///   - start: The start screen of the view.
  ///   - presenter: Creates both. Start work with the given task runner.
  public init<P: Presenter & SendableMetatype, Screen: Equatable & Sendable>(
    _ name: String, _ summary: String = "",
    start: @autoclosure @escaping @Sendable () -> Screen,
    prompt: RunContext = .test,
    stubs: [Stub] = [],
    computed: [Computed<Screen>] = [],
    secrets: [String] = [],
    syntax: ValueSyntax = ValueSyntax(),
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in },
    presets: Presets = [:],
    presenter:
      @escaping @Sendable (Screen, TaskRunner) -> (
        presenter: P, view: RecordedView<P.Drawing, Screen>
      )
  ) {
    self.init(
      name, summary, start: start(), sent: [P.Input.self], receives: P.Drawing.self,
      registration: Registration(
        prompt: prompt, stubs: stubs, computed: computed, secrets: secrets, syntax: syntax,
        dependencies: dependencies, presets: presets)
    ) { state, context in
      let (presenter, view) = presenter(state, context.tasks)
      return AnyDrivable(view, context) {
        if let input = $0 as? P.Input { presenter.handle(input) }
      }
    }
  }

  /// Registers a controller with its view.
  ///
  /// Input is sent, drawings of the view are received, and the screen is the state.
  ///
  /// - Parameters:
  ///   - start: The start screen of the view.
  ///   - controller: Creates both. Start work with the given task runner.
  public init<C: Controller & SendableMetatype, Screen: Equatable & Sendable>(
    _ name: String, _ summary: String = "",
    start: @autoclosure @escaping @Sendable () -> Screen,
    prompt: RunContext = .test,
    stubs: [Stub] = [],
    computed: [Computed<Screen>] = [],
    secrets: [String] = [],
    syntax: ValueSyntax = ValueSyntax(),
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in },
    presets: Presets = [:],
    controller:
      @escaping @Sendable (Screen, TaskRunner) -> (
        controller: C, view: RecordedView<C.Drawing, Screen>
      )
  ) {
    self.init(
      name, summary, start: start(), sent: [C.Input.self], receives: C.Drawing.self,
      registration: Registration(
        prompt: prompt, stubs: stubs, computed: computed, secrets: secrets, syntax: syntax,
        dependencies: dependencies, presets: presets)
    ) { state, context in
      let (controller, view) = controller(state, context.tasks)
      return AnyDrivable(view, context) {
        if let input = $0 as? C.Input { controller.handle(input) }
      }
    }
  }
}

extension AnyDrivable where State: Sendable {
  fileprivate init<Drawing>(
    _ view: RecordedView<Drawing, State>, _ context: DrivableContext<Drawing>,
    send: @escaping (Any) -> Void
  ) {
    let subscription = view.observe { context.didHandle($0) }
    self.init(state: { withExtendedLifetime(subscription) { view.screen } }, send: send)
  }
}
