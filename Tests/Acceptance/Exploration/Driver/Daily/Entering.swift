import Composable

// Screens into which the user enters something.

/// A form that is filled with the profile. The defect: the response replaces what was typed meanwhile.
struct NameForm: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    var name = ""
    var isEdited = false
    var isLoading = false
  }
  enum Action {
    case onAppear
    case nameChanged(String)
    case loaded(Account)
    case failed
  }

  @Dependency(\.content) var content

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .onAppear:
      guard !state.isLoading else { break }
      state.isLoading = true
      return .run { [content] send in
        await send(.loaded(try await content.profile()))
      } catch: { _, send in
        await send(.failed)
      }
    case .nameChanged(let name): (state.name, state.isEdited) = (name, true)
    case .loaded(let account):
      state.isLoading = false
      if !(isFixed && state.isEdited) { state.name = account.name }
    case .failed: state.isLoading = false
    }
    return .none
  }
}

/// A form with a button that needs both fields. The defect: a change of the password does not enable it.
struct SignUpForm: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    @BindingState var email = ""
    @BindingState var password = ""
    var canSubmit = false
  }
  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case clearTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.$email): check(&state)
      case .binding(\.$password): if isFixed { check(&state) }
      case .clearTapped: state = State()
      case .binding: break
      }
      return .none
    }
  }

  private func check(_ state: inout State) {
    state.canSubmit = !state.email.isEmpty && !state.password.isEmpty
  }
}

/// A code that is checked when the user applies it. The defect: the error stays when the code is changed.
struct VoucherField: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    var code = ""
    var codeError: String?
  }
  enum Action {
    case codeChanged(String)
    case applyTapped
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .codeChanged(let code):
      state.code = code
      if isFixed { state.codeError = nil }
    case .applyTapped: state.codeError = state.code.isEmpty ? "Enter a code." : nil
    }
    return .none
  }
}

/// A directory with a field that filters its names. The defect: it filters what the last text has left.
struct Directory: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    var query = ""
    var people = ["Ada", "Alan", "Barbara", "Edsger", "Grace"]
    var shown = ["Ada", "Alan", "Barbara", "Edsger", "Grace"]
  }
  enum Action { case queryChanged(String) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .queryChanged(let query):
      state.query = query
      let searched = isFixed ? state.people : state.shown
      state.shown = query.isEmpty ? searched : searched.filter { $0.contains(query) }
    }
    return .none
  }
}
