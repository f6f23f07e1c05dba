import Composable

/// A change of behaviour.
enum Change: String, CaseIterable {
  /// Another form of the same behaviour.
  case same
  case offByOne = "off-by-one"
  case cancellation, order, argument, swallowed, crash
}

struct ShopService: Sendable {
  var load: @Sendable (_ query: String) async throws -> Int
  var buy: @Sendable (_ pieces: Int, _ price: Int) async throws -> Void
}

extension ShopService: DependencyKey {
  static let liveValue = ShopService { _ in
    0
  } buy: { _, _ in
  }
  static let testValue = liveValue
}

extension DependencyValues {
  var shop: ShopService {
    get { self[ShopService.self] }
    set { self[ShopService.self] = newValue }
  }
}

/// A shop whose behaviour has one change.
struct ShopFeature: Reducer {
  let change: Change

  struct State: Equatable {
    var pieces = 0
    var price = 0
    var isBuying = false
    var errors = 0
    var log: [String] = []
  }

  enum Action: Equatable {
    case addTapped
    case queryChanged(String)
    case priceLoaded(Int)
    case buyTapped
    case bought
    case thanked
    case failed
    case clearTapped
  }

  private enum CancelID { case load }

  @Dependency(\.shop) var shop

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addTapped:
        state.pieces = min(state.pieces + 1, change == .offByOne ? 4 : 3)
        return .none
      case .queryChanged(let query):
        return .run { [shop] send in
          if let price = try? await shop.load(query) { await send(.priceLoaded(price)) }
        }
        .cancellable(id: CancelID.load, cancelInFlight: change != .cancellation)
      case .priceLoaded(let price):
        state.price = price
        return .none
      case .buyTapped:
        guard !state.isBuying, state.pieces > 0 else { return .none }
        state.isBuying = true
        let values = (state.pieces, state.price)
        return .run { [shop, change] send in
          do {
            if change == .argument {
              try await shop.buy(values.1, values.0)
            } else {
              try await shop.buy(values.0, values.1)
            }
            await send(change == .order ? .thanked : .bought)
            await send(change == .order ? .bought : .thanked)
          } catch {
            if change != .swallowed { await send(.failed) }
          }
        }
      case .bought:
        state.isBuying = false
        state.log.append("bought")
        return .none
      case .thanked:
        state.log.append("thanked")
        return .none
      case .failed:
        state.isBuying = false
        state.errors += 1
        return .none
      case .clearTapped:
        if change == .crash, state.pieces == 2 { fatalError("two pieces") }
        state.pieces = 0
        return .none
      }
    }
  }
}

/// The old version of a feature whose types changed, and nothing else.
struct OldNote: Reducer {
  struct State: Equatable {
    var text = ""
    var draft = ""
  }

  enum Action: Equatable {
    case textChanged(String)
    case closed
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .textChanged(let text): state.text = text
      case .closed: state.text = ""
      }
      return .none
    }
  }
}

/// The new version.
struct NewNote: Reducer {
  struct State: Equatable {
    var text = ""
    var isPinned = false
  }

  enum Action: Equatable {
    case textChanged(String)
    case pinTapped
    case closed
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .textChanged(let text): state.text = text
      case .pinTapped: state.isPinned.toggle()
      case .closed: state.text = ""
      }
      return .none
    }
  }
}
