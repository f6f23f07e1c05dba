import ComposableArchitecture
import Foundation

/// The box office of a theatre, with seats and tables to reserve.
@Reducer
public struct BoxOffice: Sendable {
  public struct Seat: Hashable, Sendable {
    public let row: Int
    public let number: Int

    public init(row: Int, number: Int) {
      self.row = row
      self.number = number
    }
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    public var foyer = Foyer.State()
    public var seats: IdentifiedArrayOf<Reservation<Seat>.State>

    public init(seats: [Seat], tables: [UUID]) {
      self.seats = IdentifiedArray(uniqueElements: seats.map { Reservation<Seat>.State(id: $0) })
      foyer.tables = IdentifiedArray(
        uniqueElements: tables.map { Reservation<UUID>.State(id: $0) })
    }
  }

  public enum Action: Sendable {
    case foyer(Foyer.Action)
    case seats(IdentifiedActionOf<Reservation<Seat>>)
  }

  @Dependency(\.theatre) private var theatre

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.foyer, action: \.foyer) { Foyer() }
    EmptyReducer()
      .forEach(\.seats, action: \.seats) {
        Reservation { [theatre] in try await theatre.reserveSeat($0, $1) }
      }
  }
}

/// The tables of the theatre's restaurant.
@Reducer
public struct Foyer: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var reserved = 0
    public var tables: IdentifiedArrayOf<Reservation<UUID>.State> = []

    public init() {}
  }

  public enum Action: Sendable {
    case tables(IdentifiedActionOf<Reservation<UUID>>)
  }

  @Dependency(\.theatre) private var theatre

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .tables(.element(_, .answered)) = action {
        state.reserved = state.tables.filter(\.isConfirmed).count
      }
      return .none
    }
    .forEach(\.tables, action: \.tables) {
      Reservation { [theatre] in try await theatre.reserveTable($0, $1) }
    }
  }
}

/// The theatre's service.
@DependencyClient
public struct TheatreClient: Sendable {
  public var reserveSeat:
    @Sendable (_ seat: BoxOffice.Seat, _ isReserved: Bool) async throws -> Bool
  public var reserveTable: @Sendable (_ table: UUID, _ isReserved: Bool) async throws -> Bool
}

extension TheatreClient: TestDependencyKey {
  public static let testValue = Self()
}

extension DependencyValues {
  public var theatre: TheatreClient {
    get { self[TheatreClient.self] }
    set { self[TheatreClient.self] = newValue }
  }
}
