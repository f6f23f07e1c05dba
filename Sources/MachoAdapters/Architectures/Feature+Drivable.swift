import Composable
import MachoArchitectures
import MachoSessions
import MachoValues

extension Feature {
  /// Registers an object that is `Drivable`: a store of a kind that macho has no adapter for.
  ///
  /// - Parameters:
  ///   - start: the state that it starts from.
  ///   - takes: the type of what the object says that it took.
  ///   - drivable: makes the object.
  public init<D: Drivable, Taken: Sendable>(
    _ name: String, _ summary: String = "",
    start: @autoclosure @escaping @Sendable () -> D.State,
    takes: Taken.Type,
    prompt: RunContext = .test,
    stubs: [Stub] = [],
    computed: [Computed<D.State>] = [],
    secrets: [String] = [],
    syntax: ValueSyntax = ValueSyntax(),
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in },
    drivable: @escaping @Sendable (D.State, DrivableContext<Taken>) -> D
  ) {
    self.init(
      name, summary, start: start(), sent: [D.Input.self], takes: takes,
      registration: Registration(
        prompt: prompt, stubs: stubs, computed: computed, secrets: secrets, syntax: syntax,
        dependencies: dependencies)
    ) { state, stage in
      AnyDrivable(drivable(state, stage))
    }
  }

  /// Registers an object that is driven by what it says.
  init<State: Equatable & SendableMetatype, Taken: Sendable>(
    _ name: String, _ summary: String, start: @autoclosure @escaping @Sendable () -> State,
    sent: [Any.Type], takes: Taken.Type, received: [Any.Type] = [Taken.self],
    registration: Registration<State>,
    // In a generic context a protocol's value would stay wrapped in the protocol's type.
    value: @escaping @Sendable (Taken) -> Any = { $0 },
    make: @escaping @Sendable (State, DrivableContext<Taken>) -> AnyDrivable<State>
  ) {
    let changes = received.contains { $0 == StateChange.self } ? [] : [StateChange.self as Any.Type]
    self.init(
      name, summary, start: start(), sent: sent, received: received + changes,
      registration: registration, store: ReplayingStoreAdapter<State>.self
    ) { state, surroundings in
      ReplayingStoreAdapter(surroundings) { surroundings in
        ObjectStoreAdapter(surroundings, state: state, value: value, make: make)
      }
    }
  }
}
