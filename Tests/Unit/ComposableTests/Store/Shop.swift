@testable import Composable

/// A feature with a required child, an optional child, and rows.
struct Shop: Reducer {
  struct State: Equatable {
    var title = ""
    var cart = Part.State()
    var offer: Part.State?
    var rows: [Int: Part.State] = [:]
  }

  enum Action {
    case rename(String)
    case cart(Part.Action)
    case offer(Part.Action)
    case offerMade(Part.State?)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .rename(let title): state.title = title
    case .cart(let action):
      return Part().reduce(into: &state.cart, action: action).map { .cart($0) }
    case .offer(let action):
      guard var offer = state.offer else { return .none }
      defer { state.offer = offer }
      return Part().reduce(into: &offer, action: action).map { .offer($0) }
    case .offerMade(let offer): state.offer = offer
    }
    return .none
  }
}

extension Shop.Action: CasePathable {
  struct AllCasePaths: Sendable {
    var cart: AnyCasePath<Shop.Action, Part.Action> { AnyCasePath(Shop.Action.cart) }
    var offer: AnyCasePath<Shop.Action, Part.Action> { AnyCasePath(Shop.Action.offer) }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

struct Part: Reducer {
  struct State: Equatable {
    var count = 0
    var inner = Inner()

    struct Inner: Equatable { var depth = 0 }
  }

  enum Action {
    case add
    case addLater
    case wait
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add: state.count += 1
    case .addLater: return .run { await $0(.add) }
    case .wait: return .run { _ in try await Task.never() }
    }
    return .none
  }
}

@MainActor
func shopStore() -> StoreOf<Shop> {
  Store(initialState: Shop.State()) { Shop() }
}
