import Composable

// Screens that fetch.

/// A profile screen. The defect: the spinner stays after an error.
struct ProfileScreen: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    var account: Account?
    var isLoading = false
    var message: String?
  }
  enum Action {
    case onAppear
    case refreshButtonTapped
    case response(Result<Account, any Error>)
  }

  @Dependency(\.content) var content

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .onAppear, .refreshButtonTapped:
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.message = nil
      return .run { [content] send in
        do {
          await send(.response(.success(try await content.profile())))
        } catch {
          await send(.response(.failure(error)))
        }
      }
    case .response(.success(let account)):
      state.isLoading = false
      state.account = account
    case .response(.failure):
      if isFixed { state.isLoading = false }
      state.message = "The profile could not be loaded."
    }
    return .none
  }
}

/// A search field. The defect: a response to an older query replaces the newer one.
struct SuggestionList: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    @BindingState var query = ""
    var suggestions: [String] = []
  }
  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case received([String])
    case suggestionTapped(String)
  }
  private enum CancelID { case search }

  @Dependency(\.content) var content

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.$query):
        guard !state.query.isEmpty else {
          state.suggestions = []
          return .cancel(id: CancelID.search)
        }
        let search = Effect<Action>.run { [content, query = state.query] send in
          await send(.received((try? await content.suggestions(query)) ?? []))
        }
        return isFixed ? search.cancellable(id: CancelID.search, cancelInFlight: true) : search
      case .received(let suggestions):
        state.suggestions = suggestions
      case .suggestionTapped(let suggestion):
        guard state.suggestions.contains(suggestion) else { return .none }
        state.query = suggestion
        state.suggestions = []
        return .cancel(id: CancelID.search)
      case .binding:
        break
      }
      return .none
    }
  }
}

/// A list with pages. The defect: a page whose request failed is skipped.
struct PagedFeed: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    var posts: [Post] = []
    var page = 0
    var isLoading = false
    var isComplete = false
  }
  enum Action {
    case onAppear
    case lastRowAppeared
    case loaded(page: Int, [Post])
    case failed
  }

  @Dependency(\.content) var content

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .onAppear, .lastRowAppeared:
      guard !state.isLoading, !state.isComplete else { return .none }
      state.isLoading = true
      let page = state.page + 1
      if !isFixed { state.page = page }
      return .run { [content] send in
        await send(.loaded(page: page, try await content.page(page)))
      } catch: { _, send in
        await send(.failed)
      }
    case .loaded(let page, let posts):
      state.page = page
      state.isLoading = false
      state.isComplete = posts.isEmpty
      state.posts += posts
    case .failed:
      state.isLoading = false
    }
    return .none
  }
}

/// A dashboard that shows the cache until the server answers. The defect: a late cache wins.
struct Dashboard: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    var lines: [String] = []
    var isFresh = false
  }
  enum Action {
    case onAppear
    case cached([String])
    case fetched([String])
  }

  @Dependency(\.content) var content

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .onAppear:
      return .merge(
        .run { [content] send in await send(.cached(await content.cached())) },
        .run { [content] send in
          if let lines = try? await content.remote() { await send(.fetched(lines)) }
        })
    case .cached(let lines):
      if state.isFresh && isFixed { return .none }
      state.lines = lines
    case .fetched(let lines):
      state.lines = lines
      state.isFresh = true
    }
    return .none
  }
}

/// A list of past orders. The defect: the spinner stays if the session has expired.
struct PastOrders: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    var orders: [String] = []
    var isLoading = false
    var needsLogin = false
    var message: String?
  }
  enum Action {
    case refreshed
    case response(Result<[String], any Error>)
  }

  @Dependency(\.shop) var shop

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .refreshed:
        guard !state.isLoading else { return .none }
        (state.isLoading, state.needsLogin, state.message) = (true, false, nil)
        return .run { [shop] send in
          await send(.response(Result { try await shop.orders() }))
        }
      case .response(.success(let orders)):
        state.isLoading = false
        state.orders = orders
      case .response(.failure(let error)):
        if case ServiceError.unauthorized = error {
          if isFixed { state.isLoading = false }
          state.needsLogin = true
        } else {
          state.isLoading = false
          state.message = "The orders could not be loaded."
        }
      }
      return .none
    }
  }
}

/// A page of headlines. The defect: a second attempt does not show that it loads.
struct RetriedPage: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    var isLoading = false
    var hasFailed = false
    var headlines: [String] = []
  }
  enum Action {
    case appeared, retryTapped
    case loaded([String])
    case failed
  }

  @Dependency(\.content) var content

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appeared:
      guard !state.isLoading else { break }
      state.isLoading = true
      return load
    case .retryTapped:
      guard state.hasFailed else { break }
      state.hasFailed = false
      state.isLoading = isFixed
      return load
    case .loaded(let headlines):
      (state.headlines, state.isLoading, state.hasFailed) = (headlines, false, false)
    case .failed: (state.isLoading, state.hasFailed) = (false, true)
    }
    return .none
  }

  private enum CancelID { case load }

  private var load: Effect<Action> {
    .run { [content] send in
      guard let headlines = try? await content.suggestions("home") else {
        return await send(.failed)
      }
      await send(.loaded(headlines))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}
