import Composable
import MachoArchitectures
import MachoSessions
import MachoValues

extension Feature {
  /// Registers a use case with the presenter that plays it.
  ///
  /// ```swift
  /// Feature("boot", start: BootScreen(), scenes: Boot.self) { screen, work, entered in
  ///   BootPresenter(screen, work: work, onScene: entered)
  /// }
  /// ```
  ///
  /// Input is sent to the presenter, each scene that is entered is received, and what the presenter
  /// shows is the state.
  ///
  /// - Parameters:
  ///   - start: what the presenter shows at first.
  ///   - scenes: the use case.
  ///   - presenter: makes the presenter, which tells the function that it is given of each scene.
  public init<U: UseCase, M: ViewModel & SendableMetatype>(
    _ name: String, _ summary: String = "",
    start: @autoclosure @escaping @Sendable () -> M.Output,
    scenes: U.Type,
    prompt: RunContext = .test,
    stubs: [Stub] = [],
    computed: [Computed<M.Output>] = [],
    secrets: [String] = [],
    syntax: ValueSyntax = ValueSyntax(),
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in },
    presenter: @escaping @Sendable (M.Output, TaskRunner, @escaping @Sendable (U) -> Void) -> M
  ) where M.Output: Equatable {
    self.init(
      name, summary, start: start(), sent: [M.Input.self], takes: U.self,
      registration: Registration(
        prompt: prompt, stubs: stubs, computed: computed, secrets: secrets, syntax: syntax,
        dependencies: dependencies)
    ) { state, stage in
      AnyDrivable(presenter(state, stage.work) { stage.didHandle($0) })
    }
  }

  /// Registers the controller and the presenter of a use case with an input and an output port.
  ///
  /// Input is sent to the controller, each response is received, and the screen is the state.
  ///
  /// - Parameters:
  ///   - start: what the presenter shows at first.
  ///   - ports: makes both; work is started by the `Work` that it is given.
  public init<Input: Sendable, Request: Sendable, Response: Sendable, Screen: Equatable & Sendable>(
    _ name: String, _ summary: String = "",
    start: @autoclosure @escaping @Sendable () -> Screen,
    prompt: RunContext = .test,
    stubs: [Stub] = [],
    computed: [Computed<Screen>] = [],
    secrets: [String] = [],
    syntax: ValueSyntax = ValueSyntax(),
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in },
    ports:
      @escaping @Sendable (Screen, TaskRunner) -> (
        controller: RequestController<Input, Request>,
        presenter: ResponsePresenter<Response, Screen>
      )
  ) {
    self.init(
      name, summary, start: start(), sent: [Input.self], takes: Response.self,
      registration: Registration(
        prompt: prompt, stubs: stubs, computed: computed, secrets: secrets, syntax: syntax,
        dependencies: dependencies)
    ) { state, stage in
      let (controller, presenter) = ports(state, stage.work)
      let subscription = presenter.observe { stage.didHandle($0) }
      return AnyDrivable {
        withExtendedLifetime(subscription) { presenter.screen.value }
      } send: {
        if let input = $0 as? Input { controller.handle(input) }
      }
    }
  }
}
