import Composable

// Screens that request something again.

/// A list with a button that loads it again. The defect: the message of an error stays after a success.
struct MessageList: Reducer {
  let isFixed: Bool
  struct State: Equatable {
    var items: [ShopRow] = []
    var isLoading = false
    var errorMessage: String?
  }
  private enum CancelID { case load }
  enum Action {
    case reloadTapped
    case loaded([ShopRow])
    case failed(String)
  }
  @Dependency(\.shop) var shop
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .reloadTapped:
      state.isLoading = true
      return .run { [shop] send in
        await send(.loaded(try await shop.items()))
      } catch: { error, send in
        await send(.failed("\(error)"))
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    case .loaded(let items):
      state.items = items
      state.isLoading = false
      if isFixed { state.errorMessage = nil }
    case .failed(let text):
      state.isLoading = false
      state.errorMessage = text
    }
    return .none
  }
}

/// A list that is pulled to refresh. The defect: refreshing appends.
struct RefreshedList: Reducer {
  let isFixed: Bool
  struct State: Equatable {
    var items: [ShopRow] = []
    var isRefreshing = false
  }
  enum Action {
    case onAppear, pulled
    case loaded(Result<[ShopRow], any Error>)
  }
  @Dependency(\.shop) var shop
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .onAppear, .pulled:
      guard !state.isRefreshing else { return .none }
      state.isRefreshing = true
      return .run { [shop] send in
        do { await send(.loaded(.success(try await shop.items()))) } catch {
          await send(.loaded(.failure(error)))
        }
      }
    case .loaded(.success(let items)):
      state.isRefreshing = false
      if isFixed { state.items = items } else { state.items += items }
    case .loaded(.failure): state.isRefreshing = false
    }
    return .none
  }
}

/// A screen with two requests and one spinner. The defect: the first response hides it.
struct TwoRequests: Reducer {
  let isFixed: Bool
  struct State: Equatable {
    var items: [ShopRow] = []
    var orders: [String] = []
    var loads = 0
    var isLoading = false
  }
  enum Action {
    case onAppear
    case items([ShopRow])
    case orders([String])
    case failed
  }
  @Dependency(\.shop) var shop
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .onAppear:
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.loads = 2
      return .merge(
        .run { [shop] send in
          await send(.items(try await shop.items()))
        } catch: { _, send in
          await send(.failed)
        },
        .run { [shop] send in
          await send(.orders(try await shop.orders()))
        } catch: { _, send in
          await send(.failed)
        })
    case .items(let items):
      state.items = items
      finish(&state)
    case .orders(let orders):
      state.orders = orders
      finish(&state)
    case .failed: finish(&state)
    }
    return .none
  }
  func finish(_ state: inout State) {
    state.loads -= 1
    state.isLoading = isFixed ? state.loads > 0 : false
  }
}
