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

/// A form in a sheet. The defect: an error opens the closed sheet again.
struct FormSheet: Reducer {
  let isFixed: Bool
  struct State: Equatable {
    @PresentationState var form: Form.State?
    var saved: [ShopRow] = []
  }
  enum Action {
    case addTapped, saveTapped, closeTapped
    case saved(ShopRow)
    case failed(String)
    case form(PresentationAction<Form.Action>)
  }
  private enum CancelID { case save }
  @Dependency(\.shop) var shop
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addTapped: if state.form == nil { state.form = Form.State() }
      case .saveTapped:
        guard let form = state.form, !form.isSaving else { return .none }
        state.form?.isSaving = true
        return .run { [shop] send in
          await send(.saved(try await shop.save(form.text)))
        } catch: { error, send in
          await send(.failed("\(error)"))
        }
        .cancellable(id: CancelID.save)
      case .saved(let item):
        state.saved.append(item)
        state.form = nil
      case .failed(let text):
        var form = state.form ?? Form.State()
        form.isSaving = false
        form.error = text
        state.form = form
      case .closeTapped, .form(.dismiss):
        state.form = nil
        return isFixed ? .cancel(id: CancelID.save) : .none
      case .form: break
      }
      return .none
    }
    .ifLet(\.$form, action: /Action.form) { Form() }
  }
  struct Form: Reducer {
    struct State: Equatable {
      var text = ""
      var isSaving = false
      var error: String?
    }
    enum Action { case textChanged(String) }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .textChanged(let text) = action { state.text = text }
      return .none
    }
  }
}

/// A search field with a delay. The defect: clearing it does not cancel the search.
struct DelayedSearch: Reducer {
  let isFixed: Bool
  struct State: Equatable {
    @BindingState var text = ""
    var results: [ShopRow] = []
    var isSearching = false
  }
  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case search
    case found([ShopRow])
    case failed, clearTapped
  }
  private enum CancelID { case search }
  @Dependency(\.shop) var shop
  @Dependency(\.continuousClock) var clock
  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.$text):
        return .run { [clock] send in
          try await clock.sleep(for: .milliseconds(300))
          await send(.search)
        }
        .cancellable(id: CancelID.search, cancelInFlight: true)
      case .binding: break
      case .search:
        guard !state.text.isEmpty else { return .none }
        state.isSearching = true
        return .run { [shop, text = state.text] send in
          await send(.found(try await shop.search(text)))
        } catch: {
          _, send in
          await send(.failed)
        }
        .cancellable(id: CancelID.search, cancelInFlight: true)
      case .found(let items):
        state.isSearching = false
        state.results = items
      case .failed: state.isSearching = false
      case .clearTapped:
        state.text = ""
        state.results = []
        state.isSearching = false
        return isFixed ? .cancel(id: CancelID.search) : .none
      }
      return .none
    }
  }
}
