import Composable
import MachoArchitectures
import MachoSessions
import MachoValues

extension Feature {
  /// Registers a Redux store.
  ///
  /// ```swift
  /// Feature(
  ///   "timeline", start: AppState(), actions: [TimelineAction.self, ForceLogoutAction.self],
  ///   creators: TimelineCreator.self
  /// ) {
  ///   ReduxStore($0, reducer: appReducer, middleware: [.logging { print($0) }], tasks: $1)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - start: The start state.
  ///   - actions: The types of the actions. Scripts may send and receive all of them.
  ///   - creators: The type of the inputs that thunks handle.
  ///   - redux: Creates the store. Start work with the given task runner.
  public init<State: Equatable & Sendable, Creator: ThunkCreator>(
    _ name: String, _ summary: String = "",
    start: @autoclosure @escaping @Sendable () -> State,
    actions: [any Action.Type],
    creators: Creator.Type,
    prompt: RunContext = .test,
    stubs: [Stub] = [],
    computed: [Computed<State>] = [],
    secrets: [String] = [],
    syntax: ValueSyntax = ValueSyntax(),
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in },
    presets: Presets = [:],
    redux: @escaping @Sendable (State, TaskRunner) -> ReduxStore<State>
  ) where Creator.State == State {
    self.init(
      name, summary, start: start(), sent: [Creator.self] + actions,
      receives: (any Action).self, received: actions,
      registration: Registration(
        prompt: prompt, stubs: stubs, computed: computed, secrets: secrets, syntax: syntax,
        dependencies: dependencies, presets: presets),
      value: itself
    ) { state, context in
      AnyDrivable(redux(state, context.tasks), context) { ($0 as? Creator)?.thunk }
    }
  }

  /// Registers a Redux store without thunks.
  public init<State: Equatable & Sendable>(
    _ name: String, _ summary: String = "",
    start: @autoclosure @escaping @Sendable () -> State,
    actions: [any Action.Type],
    prompt: RunContext = .test,
    stubs: [Stub] = [],
    computed: [Computed<State>] = [],
    secrets: [String] = [],
    syntax: ValueSyntax = ValueSyntax(),
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in },
    presets: Presets = [:],
    redux: @escaping @Sendable (State, TaskRunner) -> ReduxStore<State>
  ) {
    self.init(
      name, summary, start: start(), sent: actions, receives: (any Action).self, received: actions,
      registration: Registration(
        prompt: prompt, stubs: stubs, computed: computed, secrets: secrets, syntax: syntax,
        dependencies: dependencies, presets: presets),
      value: itself
    ) { state, context in
      AnyDrivable(redux(state, context.tasks), context) { _ in nil }
    }
  }
}

extension AnyDrivable where State: Sendable {
  fileprivate init(
    _ store: ReduxStore<State>, _ context: DrivableContext<any Action>,
    thunk: @escaping (Any) -> Thunk<State>?
  ) {
    let subscription = store.observe { context.didHandle($0.action) }
    self.init {
      store.state
    } send: { sent in
      if let thunk = thunk(sent) {
        store.dispatch(thunk)
      } else if let action = sent as? any Action {
        store.dispatch(action)
      }
    } restore: { state in
      withExtendedLifetime(subscription) { store.restore(state) }
      return true
    }
  }
}

/// Returns the action without its existential wrapper.
@Sendable private func itself(_ action: any Action) -> Any { action }
