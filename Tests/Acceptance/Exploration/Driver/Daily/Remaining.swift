import Composable

// Screens whose data should go when they go.

/// A mailbox. The defect: signing out leaves the messages.
struct Mailbox: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    var account: Account?
    var messages: [String] = []
    var isLoading = false
  }
  enum Action {
    case signInButtonTapped(name: String)
    case signedIn(Account)
    case loaded([String])
    case failed
    case signOutButtonTapped
  }
  private enum CancelID { case loading }

  @Dependency(\.account) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .signInButtonTapped(let name):
      guard state.account == nil, !state.isLoading else { return .none }
      state.isLoading = true
      return .run { [client] send in
        let account = try await client.signIn(name)
        await send(.signedIn(account))
        await send(.loaded(try await client.inbox(name)))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.loading)
    case .signedIn(let account):
      state.account = account
    case .loaded(let messages):
      state.messages = messages
      state.isLoading = false
    case .failed:
      state.isLoading = false
    case .signOutButtonTapped:
      state.account = nil
      state.isLoading = false
      if isFixed { state.messages = [] }
      return .cancel(id: CancelID.loading)
    }
    return .none
  }
}

/// A list of notes with a sheet for a new one. The defect: a discarded draft is in the next sheet.
struct Notebook: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    var notes: [String] = []
    var draft = Composer.State()
    @PresentationState var composer: Composer.State?
  }
  enum Action {
    case newButtonTapped
    case saveButtonTapped
    case discardButtonTapped
    case composer(PresentationAction<Composer.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .newButtonTapped:
        if state.composer == nil { state.composer = isFixed ? Composer.State() : state.draft }
      case .saveButtonTapped:
        guard let composer = state.composer, !composer.text.isEmpty else { return .none }
        state.notes.append(composer.text)
        state.composer = nil
        state.draft = Composer.State()
      case .discardButtonTapped:
        state.composer = nil
      case .composer(.presented):
        break
      case .composer(.dismiss):
        break
      }
      return .none
    }
    .ifLet(\.$composer, action: /Action.composer) { Composer() }
    Reduce { state, _ in
      if !isFixed, let composer = state.composer { state.draft = composer }
      return .none
    }
  }

  struct Composer: Reducer {
    struct State: Equatable { var text = "" }
    enum Action { case textChanged(String) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .textChanged(let text) = action { state.text = text }
      return .none
    }
  }
}

/// A list of downloads. The defect: the effect keeps the position of a row.
struct DownloadList: Reducer {
  let isFixed: Bool

  struct Row: Equatable, Identifiable {
    let id: Int
    var size: Int?
  }
  struct State: Equatable {
    var rows = [Row(id: 10), Row(id: 20)]
  }
  enum Action {
    case downloadButtonTapped(id: Int)
    case deleteButtonTapped(id: Int)
    case downloaded(index: Int, id: Int, size: Int)
  }

  @Dependency(\.content) var content

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .downloadButtonTapped(let id):
      guard let index = state.rows.firstIndex(where: { $0.id == id }) else { return .none }
      return .run { [content] send in
        guard let size = try? await content.download(id) else { return }
        await send(.downloaded(index: index, id: id, size: size))
      }
    case .deleteButtonTapped(let id):
      state.rows.removeAll { $0.id == id }
    case .downloaded(let index, let id, let size):
      guard isFixed else {
        state.rows[index].size = size
        return .none
      }
      if let row = state.rows.firstIndex(where: { $0.id == id }) { state.rows[row].size = size }
    }
    return .none
  }
}
