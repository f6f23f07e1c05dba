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
  ///   ReduxStore($0, reducer: appReducer, middleware: [.logging { print($0) }], work: $1)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - start: the state that it starts from.
  ///   - actions: the types of the actions that scripts may name, all of which may be sent.
  ///   - creators: what is sent to be done by a thunk.
  ///   - redux: makes the store, which starts work by the `Work` that it is given.
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
    redux: @escaping @Sendable (State, TaskRunner) -> ReduxStore<State>
  ) where Creator.State == State {
    self.init(
      name, summary, start: start(), sent: [Creator.self] + actions,
      takes: (any Action).self, received: actions,
      registration: Registration(
        prompt: prompt, stubs: stubs, computed: computed, secrets: secrets, syntax: syntax,
        dependencies: dependencies),
      value: itself
    ) { state, stage in
      AnyDrivable(redux(state, stage.work), stage) { ($0 as? Creator)?.thunk }
    }
  }

  /// Registers a Redux store to which only actions are sent.
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
    redux: @escaping @Sendable (State, TaskRunner) -> ReduxStore<State>
  ) {
    self.init(
      name, summary, start: start(), sent: actions, takes: (any Action).self, received: actions,
      registration: Registration(
        prompt: prompt, stubs: stubs, computed: computed, secrets: secrets, syntax: syntax,
        dependencies: dependencies),
      value: itself
    ) { state, stage in
      AnyDrivable(redux(state, stage.work), stage) { _ in nil }
    }
  }
}

extension AnyDrivable where State: Sendable {
  fileprivate init(
    _ store: ReduxStore<State>, _ stage: DrivableContext<any Action>,
    thunk: @escaping (Any) -> Thunk<State>?
  ) {
    let subscription = store.observe { stage.didHandle($0.action) }
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

/// The action, not wrapped in the type of all of them.
@Sendable private func itself(_ action: any Action) -> Any { action }
