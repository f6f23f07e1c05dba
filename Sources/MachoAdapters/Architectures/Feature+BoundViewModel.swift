import Composable
import MachoArchitectures
import MachoSessions
import MachoValues

/// A change of a form by a control of a view: `binding.set(\.query, "cat")`.
public enum FormInput<Form: Sendable>: Equatable, Sendable {
  /// Sets a property of the form.
  case binding(BindingAction<Form>)
}

extension Feature {
  /// Registers a view model with two-way bindings.
  ///
  /// ```swift
  /// Feature("search", start: SearchScreen()) { SearchViewModel($0, tasks: $1) }
  /// ```
  ///
  /// Input is sent. `send binding.set(\.query, "cat")` sets a property of the form, as a control of
  /// the view does. Later changes of the output are received as `changed(by: #1)`.
  ///
  /// - Parameters:
  ///   - start: The start output.
  ///   - viewModel: Creates the view model. Start work with the given task runner.
  public init<M: BoundViewModel & SendableMetatype>(
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
      name, summary, start: start(), sent: [M.Input.self, FormInput<M.Form>.self],
      receives: StateChange.self,
      registration: Registration(
        prompt: prompt, stubs: stubs, computed: computed, secrets: secrets, syntax: syntax,
        dependencies: dependencies, presets: presets)
    ) { state, context in
      let model = viewModel(state, context.tasks)
      return AnyDrivable {
        model.output.value
      } send: { sent in
        if let input = sent as? M.Input {
          model.send(input)
        } else if case .binding(let change)? = sent as? FormInput<M.Form> {
          model.form.update { change.apply(to: &$0) }
        }
      }
    }
  }
}
