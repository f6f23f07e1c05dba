import Composable

// Screens that are left while something is open.

/// A shop. The defect: the cart stays when its user logs out.
struct ShopCart: Reducer {
  let isFixed: Bool
  struct State: Equatable {
    var user: String?
    var isLoggingIn = false
    var cart: [Int] = []
    var note = ""
  }
  enum Action {
    case loginTapped(String)
    case loggedIn(String)
    case loginFailed
    case addTapped(Int)
    case noteChanged(String)
    case logoutTapped
  }
  @Dependency(\.shop) var shop
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .loginTapped(let name):
      guard state.user == nil, !state.isLoggingIn else { return .none }
      state.isLoggingIn = true
      return .run { [shop] send in
        await send(.loggedIn(try await shop.login(name)))
      } catch: { _, send in
        await send(.loginFailed)
      }
    case .loggedIn(let user):
      state.isLoggingIn = false
      state.user = user
    case .loginFailed: state.isLoggingIn = false
    case .addTapped(let id):
      if state.user != nil { state.cart.append(id) }
    case .noteChanged(let note): state.note = note
    case .logoutTapped:
      guard state.user != nil else { return .none }
      state.user = nil
      state.note = ""
      if isFixed { state.cart = [] }
    }
    return .none
  }
}

/// The orders of a user. The defect: a response after logging out shows them again.
struct OrderList: Reducer {
  let isFixed: Bool
  struct State: Equatable {
    var user: String?
    var orders: [String] = []
    var isLoading = false
  }
  enum Action {
    case loginTapped(String)
    case ordersTapped
    case ordersLoaded([String])
    case failed, logoutTapped
  }
  private enum CancelID { case orders }
  @Dependency(\.shop) var shop
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .loginTapped(let name): if state.user == nil, !name.isEmpty { state.user = name }
    case .ordersTapped:
      guard state.user != nil, !state.isLoading else { return .none }
      state.isLoading = true
      return .run { [shop] send in
        await send(.ordersLoaded(try await shop.orders()))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.orders)
    case .ordersLoaded(let orders):
      state.orders = orders
      state.isLoading = false
    case .failed: state.isLoading = false
    case .logoutTapped:
      state.user = nil
      state.orders = []
      state.isLoading = false
      return isFixed ? .cancel(id: CancelID.orders) : .none
    }
    return .none
  }
}
