import ComposableArchitecture

/// A tree of an orchard. Its conformances are isolated to the main actor, as everything in this target.
public struct Tree: Equatable, Identifiable {
  public let id: Int
  public var kind = ""

  public init(id: Int, kind: String = "") {
    self.id = id
    self.kind = kind
  }
}

/// An orchard: rows of trees, a harvest that takes time, and screens above them.
@Reducer
public struct Orchard {
  @ObservableState
  public struct State: Equatable {
    public var filter = ""
    public var apples = 0
    public var rows: IdentifiedArrayOf<Row.State> = []
    @Presents public var destination: Destination.State?
    public var path = StackState<Path.State>()

    public init() {}
  }

  public enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case planted(Tree)
    case harvestButtonTapped
    case harvested(Result<Int, Failure>)
    case stopButtonTapped
    case rows(IdentifiedActionOf<Row>)
    case destination(PresentationAction<Destination.Action>)
    case path(StackActionOf<Path>)
  }

  public struct Failure: Error, Equatable {}

  enum CancelID { case harvest }

  @Dependency(\.continuousClock) var clock
  @Dependency(Ladder.self) var ladder

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.filter):
        let filter = state.filter
        state.rows.removeAll { $0.tree.kind != filter }
        return .none
      case .planted(let tree):
        state.rows.append(Row.State(tree: tree))
        return .none
      case .harvestButtonTapped:
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.harvested(.success(try await ladder.climb(3))))
        } catch: { _, send in
          await send(.harvested(.failure(Failure())))
        }
        .cancellable(id: CancelID.harvest, cancelInFlight: true)
      case .harvested(.success(let count)):
        state.apples += count
        state.destination = .note(Note.State())
        return .none
      case .stopButtonTapped:
        return .cancel(id: CancelID.harvest)
      case .binding, .harvested, .rows, .destination, .path:
        return .none
      }
    }
    .forEach(\.rows, action: \.rows) { Row() }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.path, action: \.path)
  }
}

extension Orchard {
  @Reducer
  public enum Destination {
    case note(Note)
    case alert(AlertState<Alert>)
    case map(Int, zoom: Double)

    @CasePathable
    public enum Alert: Equatable { case confirmed }
  }

  @Reducer
  public enum Path { case row(Row) }
}

extension Orchard.Destination.State: Equatable {}
extension Orchard.Destination.Action: Equatable {}
extension Orchard.Path.State: Equatable {}
extension Orchard.Path.Action: Equatable {}

/// What picks apples.
@DependencyClient
public struct Ladder {
  public var climb: @Sendable (_ steps: Int) async throws -> Int
}

extension Ladder: TestDependencyKey {
  public static let testValue = Ladder()
}
