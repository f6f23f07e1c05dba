import Composable
import MachoArchitectures
import MachoSessions
import MachoValues

extension Feature {
  /// Registers a presenter, passive or supervising, with the view that it draws on.
  ///
  /// ```swift
  /// Feature("counter", start: CounterScreen()) { screen, work in
  ///   let view = RecordedView(screen, draw: drawCounter)
  ///   return (presenter: CounterPresenter(view: view, work: work), view: view)
  /// }
  /// ```
  ///
  /// Input is sent, what the view is told to draw is received, and the screen is the state.
  ///
  /// - Parameters:
  ///   - start: the screen that the view starts from.
  ///   - presenter: makes both; work is started by the `Work` that it is given.
  public init<P: Presenter & SendableMetatype, Screen: Equatable & Sendable>(
    _ name: String, _ summary: String = "",
    start: @autoclosure @escaping @Sendable () -> Screen,
    prompt: RunContext = .test,
    stubs: [Stub] = [],
    computed: [Computed<Screen>] = [],
    secrets: [String] = [],
    syntax: ValueSyntax = ValueSyntax(),
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in },
    presenter:
      @escaping @Sendable (Screen, TaskRunner) -> (
        presenter: P, view: RecordedView<P.Drawing, Screen>
      )
  ) {
    self.init(
      name, summary, start: start(), sent: [P.Input.self], takes: P.Drawing.self,
      registration: Registration(
        prompt: prompt, stubs: stubs, computed: computed, secrets: secrets, syntax: syntax,
        dependencies: dependencies)
    ) { state, stage in
      let (presenter, view) = presenter(state, stage.work)
      return AnyDrivable(view, stage) { if let input = $0 as? P.Input { presenter.handle(input) } }
    }
  }

  /// Registers a controller with the view that it has draw.
  ///
  /// Input is sent, what the view is told to draw is received, and the screen is the state.
  ///
  /// - Parameters:
  ///   - start: the screen that the view starts from.
  ///   - controller: makes both; work is started by the `Work` that it is given.
  public init<C: Controller & SendableMetatype, Screen: Equatable & Sendable>(
    _ name: String, _ summary: String = "",
    start: @autoclosure @escaping @Sendable () -> Screen,
    prompt: RunContext = .test,
    stubs: [Stub] = [],
    computed: [Computed<Screen>] = [],
    secrets: [String] = [],
    syntax: ValueSyntax = ValueSyntax(),
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in },
    controller:
      @escaping @Sendable (Screen, TaskRunner) -> (
        controller: C, view: RecordedView<C.Drawing, Screen>
      )
  ) {
    self.init(
      name, summary, start: start(), sent: [C.Input.self], takes: C.Drawing.self,
      registration: Registration(
        prompt: prompt, stubs: stubs, computed: computed, secrets: secrets, syntax: syntax,
        dependencies: dependencies)
    ) { state, stage in
      let (controller, view) = controller(state, stage.work)
      return AnyDrivable(view, stage) { if let input = $0 as? C.Input { controller.handle(input) } }
    }
  }
}

extension AnyDrivable where State: Sendable {
  fileprivate init<Drawing>(
    _ view: RecordedView<Drawing, State>, _ stage: DrivableContext<Drawing>,
    send: @escaping (Any) -> Void
  ) {
    let subscription = view.observe { stage.didHandle($0) }
    self.init(state: { withExtendedLifetime(subscription) { view.screen } }, send: send)
  }
}
