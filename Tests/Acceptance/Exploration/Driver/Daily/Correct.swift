import Composable

// Correct screens: nothing is to be found here.

/// A search with a debounce, pages and an alert.
struct CarefulSearch: Reducer {
  struct State: Equatable {
    @BindingState var query = ""
    var posts: [Post] = []
    var page = 0
    var isLoading = false
    @PresentationState var alert: AlertState<Action.Alert>?
  }
  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case queryChangeSettled
    case moreButtonTapped
    case response(page: Int, Result<[Post], any Error>)
    case alert(PresentationAction<Alert>)

    enum Alert: Equatable { case retryButtonTapped }
  }
  private enum CancelID { case typing, loading }

  @Dependency(\.content) var content
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.$query):
        state.posts = []
        state.page = 0
        state.isLoading = false
        return .merge(
          .cancel(id: CancelID.loading),
          .run { [clock] send in
            try await clock.sleep(for: .milliseconds(300))
            await send(.queryChangeSettled)
          }
          .cancellable(id: CancelID.typing, cancelInFlight: true))
      case .queryChangeSettled, .moreButtonTapped, .alert(.presented(.retryButtonTapped)):
        guard !state.query.isEmpty, !state.isLoading else { return .none }
        state.isLoading = true
        return load(state.page + 1)
      case .response(let page, .success(let posts)):
        state.isLoading = false
        state.page = page
        state.posts += posts
      case .response(_, .failure):
        state.isLoading = false
        state.alert = AlertState {
          TextState("The search failed.")
        } actions: {
          ButtonState(action: .retryButtonTapped) { TextState("Retry") }
        }
      case .alert, .binding:
        break
      }
      return .none
    }
    .ifLet(\.$alert, action: /Action.alert)
  }

  private func load(_ page: Int) -> Effect<Action> {
    .run { [content] send in
      await send(.response(page: page, .success(try await content.page(page))))
    } catch: { error, send in
      await send(.response(page: page, .failure(error)))
    }
    .cancellable(id: CancelID.loading, cancelInFlight: true)
  }
}

/// A form in a sheet that saves and closes.
struct CarefulEditor: Reducer {
  struct State: Equatable {
    var title = "Untitled"
    @PresentationState var form: Form.State?
  }
  enum Action {
    case editButtonTapped
    case form(PresentationAction<Form.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .editButtonTapped:
        if state.form == nil { state.form = Form.State(title: state.title) }
      case .form(.presented(.saved)):
        state.title = state.form?.title ?? state.title
        state.form = nil
      case .form:
        break
      }
      return .none
    }
    .ifLet(\.$form, action: /Action.form) { Form() }
  }

  struct Form: Reducer {
    struct State: Equatable {
      var title: String
      var isSaving = false
      var hasFailed = false
    }
    enum Action {
      case titleChanged(String)
      case saveButtonTapped, saved, failed
    }

    @Dependency(\.account) var account

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .titleChanged(let title):
        if !state.isSaving { state.title = title }
      case .saveButtonTapped:
        guard !state.isSaving else { return .none }
        state.isSaving = true
        state.hasFailed = false
        return .run { [account, title = state.title] send in
          try await account.upload(title)
          await send(.saved)
        } catch: { _, send in
          await send(.failed)
        }
      case .saved: break
      case .failed:
        state.isSaving = false
        state.hasFailed = true
      }
      return .none
    }
  }
}

/// A phase that goes from loading to loaded or failed.
struct CarefulLoader: Reducer {
  struct State: Equatable {
    enum Phase: Equatable {
      case idle
      case loading
      case loaded(Account)
      case failed(ServiceError)
    }
    var phase = Phase.idle
  }
  enum Action {
    case loadButtonTapped
    case cancelButtonTapped
    case response(Result<Account, ServiceError>)
  }
  private enum CancelID { case load }

  @Dependency(\.content) var content

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .loadButtonTapped:
      guard state.phase != .loading else { return .none }
      state.phase = .loading
      return .run { [content] send in
        do {
          await send(.response(.success(try await content.profile())))
        } catch {
          await send(.response(.failure(error as? ServiceError ?? .offline)))
        }
      }
      .cancellable(id: CancelID.load)
    case .cancelButtonTapped:
      if state.phase == .loading { state.phase = .idle }
      return .cancel(id: CancelID.load)
    case .response(.success(let account)): state.phase = .loaded(account)
    case .response(.failure(let error)): state.phase = .failed(error)
    }
    return .none
  }
}

/// A game with a countdown that ends.
struct CarefulGame: Reducer {
  struct State: Equatable {
    var remaining = 0
    var score = 0
    var best = 0
    var isPlaying: Bool { remaining > 0 }
  }
  enum Action { case startButtonTapped, hitButtonTapped, giveUpButtonTapped, tick }
  private enum CancelID { case countdown }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .startButtonTapped:
      state.remaining = 3
      state.score = 0
      return .run { [clock] send in
        for _ in 1...3 {
          try await clock.sleep(for: .seconds(1))
          await send(.tick)
        }
      }
      .cancellable(id: CancelID.countdown, cancelInFlight: true)
    case .hitButtonTapped:
      if state.isPlaying { state.score += 1 }
    case .giveUpButtonTapped:
      state.remaining = 0
      return .cancel(id: CancelID.countdown)
    case .tick:
      state.remaining -= 1
      if state.remaining == 0 { state.best = max(state.best, state.score) }
    }
    return .none
  }
}

/// A booking on three pages, with fields that are checked and filled.
struct CarefulBooking: Reducer {
  struct State: Equatable {
    var pages = ["Date", "Guest", "Summary"]
    var pageIndex = 0
    var name = ""
    var email = ""
    var nameError: String?
    var canSend = false
    var isLoading = false
    var isSending = false
    var confirmation: String?
    var errorMessage: String?
  }
  enum Action {
    case nextTapped, backTapped
    case nameChanged(String)
    case emailChanged(String)
    case profileTapped, sendTapped
    case loaded(Account, replacing: String)
    case sent(String)
    case failed
  }

  @Dependency(\.account) var account
  @Dependency(\.content) var content

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .nextTapped: if state.pageIndex < state.pages.count - 1 { state.pageIndex += 1 }
    case .backTapped: if state.pageIndex > 0 { state.pageIndex -= 1 }
    case .nameChanged(let name):
      if !state.isSending { state.name = name }
      check(&state)
    case .emailChanged(let email):
      if !state.isSending { state.email = email }
      check(&state)
    case .profileTapped:
      guard !state.isLoading, !state.isSending else { break }
      (state.isLoading, state.errorMessage) = (true, nil)
      return .run { [content, name = state.name] send in
        await send(.loaded(try await content.profile(), replacing: name))
      } catch: { _, send in
        await send(.failed)
      }
    case .sendTapped:
      guard state.canSend, !state.isLoading, !state.isSending else { break }
      (state.isSending, state.errorMessage) = (true, nil)
      return .run { [account, name = state.name] send in
        try await account.sendMessage(name)
        await send(.sent(name))
      } catch: { _, send in
        await send(.failed)
      }
    case .loaded(let account, let name):
      state.isLoading = false
      if state.name == name, !account.name.isEmpty { state.name = account.name }
      check(&state)
    case .sent(let name): (state.isSending, state.confirmation) = (false, name)
    case .failed:
      (state.isLoading, state.isSending) = (false, false)
      state.errorMessage = "The service does not answer."
    }
    return .none
  }

  private func check(_ state: inout State) {
    state.nameError = state.name.isEmpty && !state.email.isEmpty ? "Enter a name." : nil
    state.canSend = !state.name.isEmpty && !state.email.isEmpty
  }
}
