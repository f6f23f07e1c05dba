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
  ///   creators: { (creator: TimelineCreator) in creator.thunk }
  /// ) {
  ///   ReduxStore($0, reducer: appReducer, middleware: [.logging { print($0) }], work: $1)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - start: the state that it starts from.
  ///   - actions: the types of the actions that scripts may name, all of which may be sent.
  ///   - creators: the thunk of what is sent as a creator's name.
  ///   - redux: makes the store, which starts work by the `Work` that it is given.
  public init<State: Equatable & Sendable, Creator>(
    _ name: String, _ summary: String = "",
    start: @autoclosure @escaping @Sendable () -> State,
    actions: [any Action.Type],
    prompt: RunContext = .test,
    stubs: [Stub] = [],
    computed: [Computed<State>] = [],
    secrets: [String] = [],
    syntax: ValueSyntax = ValueSyntax(),
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in },
    creators: @escaping @Sendable (Creator) -> Thunk<State>,
    redux: @escaping @Sendable (State, Work) -> ReduxStore<State>
  ) {
    let actions = actions.map { $0 as Any.Type }
    let isNeverCreated = Creator.self == Never.self
    self.init(
      name, summary, start: start(), sent: (isNeverCreated ? [] : [Creator.self]) + actions,
      takes: (any Action).self, received: actions,
      registration: Registration(
        prompt: prompt, stubs: stubs, computed: computed, secrets: secrets, syntax: syntax,
        dependencies: dependencies),
      value: { $0 as Any }
    ) { state, stage in
      Driven(redux(state, stage.work), stage, creators)
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
    redux: @escaping @Sendable (State, Work) -> ReduxStore<State>
  ) {
    self.init(
      name, summary, start: start(), actions: actions, prompt: prompt, stubs: stubs,
      computed: computed, secrets: secrets, syntax: syntax, dependencies: dependencies,
      creators: { (_: Never) -> Thunk<State> in }, redux: redux)
  }
}

extension Driven where State: Sendable {
  fileprivate init<Creator>(
    _ store: ReduxStore<State>, _ stage: Stage<any Action>,
    _ creators: @escaping @Sendable (Creator) -> Thunk<State>
  ) {
    let subscription = store.observe { stage.took($0.action) }
    self.init {
      store.state
    } send: { sent in
      if let creator = sent as? Creator {
        store.dispatch(creators(creator))
      } else if let action = sent as? any Action {
        store.dispatch(action)
      }
    } restore: { state in
      withExtendedLifetime(subscription) { store.restore(state) }
      return true
    }
  }
}
