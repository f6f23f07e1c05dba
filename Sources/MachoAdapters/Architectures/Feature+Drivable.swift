import Composable
import MachoSessions
import MachoValues

extension Feature {
  /// Registers a `Drivable` object, for architectures without an adapter.
  ///
  /// - Parameters:
  ///   - start: The start state.
  ///   - receives: The type of the actions that the object reports.
  ///   - drivable: Creates the object.
  public init<D: Drivable, Handled: Sendable>(
    _ name: String, _ summary: String = "",
    start: @autoclosure @escaping @Sendable () -> D.State,
    receives: Handled.Type,
    prompt: RunContext = .test,
    stubs: [Stub] = [],
    computed: [Computed<D.State>] = [],
    secrets: [String] = [],
    syntax: ValueSyntax = ValueSyntax(),
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in },
    presets: Presets = [:],
    drivable: @escaping @Sendable (D.State, DrivableContext<Handled>) -> D
  ) {
    self.init(
      name, summary, start: start(), sent: [D.Input.self], receives: receives,
      registration: Registration(
        prompt: prompt, stubs: stubs, computed: computed, secrets: secrets, syntax: syntax,
        dependencies: dependencies, presets: presets)
    ) { state, context in
      AnyDrivable(drivable(state, context))
    }
  }

  /// Registers an object by its reports.
  init<State: Equatable & SendableMetatype, Handled: Sendable>(
    _ name: String, _ summary: String, start: @autoclosure @escaping @Sendable () -> State,
    sent: [Any.Type], receives: Handled.Type, received: [Any.Type] = [Handled.self],
    registration: Registration<State>,
    // In a generic context, an existential would stay wrapped.
    value: @escaping @Sendable (Handled) -> Any = { $0 },
    make: @escaping @Sendable (State, DrivableContext<Handled>) -> AnyDrivable<State>
  ) {
    let changes = received.contains { $0 == StateChange.self } ? [] : [StateChange.self as Any.Type]
    self.init(
      name, summary, start: start(), sent: sent, received: received + changes,
      registration: registration, store: ReplayingStoreAdapter<State>.self
    ) { state, configuration in
      ReplayingStoreAdapter(configuration) { configuration in
        ObjectStoreAdapter(configuration, state: state, value: value, make: make)
      }
    }
  }
}

extension StateChange: ImplicitAction {}
