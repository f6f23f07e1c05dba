import Composable
import MachoArchitectures
import MachoSessions
import MachoValues

extension Feature {
  /// Registers a view model.
  ///
  /// ```swift
  /// Feature("counter", start: CounterScreen()) { CounterViewModel($0, tasks: $1) }
  /// ```
  ///
  /// Input is sent. Later changes of the output are received as `changed(by: #1)`.
  ///
  /// - Parameters:
  ///   - start: The start output.
  ///   - viewModel: Creates the view model. Start work with the given task runner.
  public init<M: ViewModel & SendableMetatype>(
    _ name: String, _ summary: String = "",
    start: @autoclosure @escaping @Sendable () -> M.Output,
    prompt: RunContext = .test,
    stubs: [Stub] = [],
    computed: [Computed<M.Output>] = [],
    secrets: [String] = [],
    syntax: ValueSyntax = ValueSyntax(),
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in },
    presets: Presets = [:],
    viewModel: @escaping @Sendable (M.Output, TaskRunner) -> M
  ) where M.Output: Equatable {
    self.init(
      name, summary, start: start(), sent: [M.Input.self], receives: StateChange.self,
      registration: Registration(
        prompt: prompt, stubs: stubs, computed: computed, secrets: secrets, syntax: syntax,
        dependencies: dependencies, presets: presets)
    ) { state, context in
      AnyDrivable(viewModel(state, context.tasks))
    }
  }
}

extension AnyDrivable {
  init<M: ViewModel>(_ model: M) where M.Output == State {
    self.init {
      model.output.value
    } send: {
      if let input = $0 as? M.Input { model.send(input) }
    }
  }
}
