import Composable
import MachoArchitectures
import MachoSessions
import MachoValues

extension Feature {
  /// Registers a use case with its presenter.
  ///
  /// ```swift
  /// Feature("boot", start: BootScreen(), scenes: Boot.self) { screen, tasks, entered in
  ///   BootPresenter(screen, tasks: tasks, onScene: entered)
  /// }
  /// ```
  ///
  /// Input is sent to the presenter, entered scenes are received, and the presenter's output is the
  /// state.
  ///
  /// - Parameters:
  ///   - start: The first output of the presenter.
  ///   - scenes: The type of the scenes: a `UseCase`, or an enum of another form.
  ///   - presenter: Creates the presenter. It must call the given function for each scene.
  public init<U: Sendable, M: ViewModel & SendableMetatype>(
    _ name: String, _ summary: String = "",
    start: @autoclosure @escaping @Sendable () -> M.Output,
    scenes: U.Type,
    prompt: RunContext = .test,
    stubs: [Stub] = [],
    computed: [Computed<M.Output>] = [],
    secrets: [String] = [],
    syntax: ValueSyntax = ValueSyntax(),
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in },
    presets: Presets = [:],
    presenter: @escaping @Sendable (M.Output, TaskRunner, @escaping @Sendable (U) -> Void) -> M
  ) where M.Output: Equatable {
    self.init(
      name, summary, start: start(), sent: [M.Input.self], receives: U.self,
      registration: Registration(
        prompt: prompt, stubs: stubs, computed: computed, secrets: secrets, syntax: syntax,
        dependencies: dependencies, presets: presets)
    ) { state, context in
      AnyDrivable(presenter(state, context.tasks) { context.didHandle($0) })
    }
  }

  /// Registers the controller and the presenter of a use case with an input and an output port.
  ///
  /// Input is sent to the controller, each response is received, and the screen is the state.
  ///
  /// - Parameters:
  ///   - start: The first output of the presenter.
  ///   - ports: Creates both. Start work with the given task runner.
  public init<Input: Sendable, Request: Sendable, Response: Sendable, Screen: Equatable & Sendable>(
    _ name: String, _ summary: String = "",
    start: @autoclosure @escaping @Sendable () -> Screen,
    prompt: RunContext = .test,
    stubs: [Stub] = [],
    computed: [Computed<Screen>] = [],
    secrets: [String] = [],
    syntax: ValueSyntax = ValueSyntax(),
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in },
    presets: Presets = [:],
    ports:
      @escaping @Sendable (Screen, TaskRunner) -> (
        controller: RequestController<Input, Request>,
        presenter: ResponsePresenter<Response, Screen>
      )
  ) {
    self.init(
      name, summary, start: start(), sent: [Input.self], receives: Response.self,
      registration: Registration(
        prompt: prompt, stubs: stubs, computed: computed, secrets: secrets, syntax: syntax,
        dependencies: dependencies, presets: presets)
    ) { state, context in
      let (controller, presenter) = ports(state, context.tasks)
      let subscription = presenter.observe { context.didHandle($0) }
      return AnyDrivable {
        withExtendedLifetime(subscription) { presenter.screen.value }
      } send: {
        if let input = $0 as? Input { controller.handle(input) }
      }
    }
  }
}
