import Composable

// Screens that send something.

/// A checkout. The defect: a second tap submits the order again.
struct Checkout: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    var items: [String] = []
    var isSubmitting = false
    var orders: [Int] = []
    @PresentationState var alert: AlertState<Action.Alert>?
  }
  enum Action {
    case addButtonTapped(String)
    case submitButtonTapped
    case submitted(Int)
    case failed
    case alert(PresentationAction<Alert>)

    enum Alert: Equatable { case retryButtonTapped }
  }

  @Dependency(\.account) var account

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped(let item):
        if !state.isSubmitting { state.items.append(item) }
      case .submitButtonTapped, .alert(.presented(.retryButtonTapped)):
        guard !state.items.isEmpty, !(isFixed && state.isSubmitting) else { return .none }
        state.isSubmitting = true
        return .run { [account, items = state.items] send in
          await send(.submitted(try await account.submitOrder(items)))
        } catch: { _, send in
          await send(.failed)
        }
      case .submitted(let number):
        state.isSubmitting = false
        state.items = []
        state.orders.append(number)
      case .failed:
        state.isSubmitting = false
        state.alert = AlertState {
          TextState("The order was not sent.")
        } actions: {
          ButtonState(action: .retryButtonTapped) { TextState("Retry") }
          ButtonState(role: .cancel) { TextState("Cancel") }
        }
      case .alert:
        break
      }
      return .none
    }
    .ifLet(\.$alert, action: /Action.alert)
  }
}

/// An upload. The defect: the button 'Cancel' cancels the effect and leaves the progress view.
struct Upload: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    @BindingState var text = ""
    var isUploading = false
    var uploads = 0
    var error: String?
  }
  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case uploadButtonTapped
    case cancelButtonTapped
    case finished(Result<Int, ServiceError>)
  }
  private enum CancelID { case upload }

  @Dependency(\.account) var account

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .uploadButtonTapped:
        guard !state.isUploading else { return .none }
        state.isUploading = true
        state.error = nil
        return .run { [account, text = state.text] send in
          do {
            try await account.upload(text)
            await send(.finished(.success(text.count)))
          } catch {
            await send(.finished(.failure(error as? ServiceError ?? .offline)))
          }
        }
        .cancellable(id: CancelID.upload)
      case .cancelButtonTapped:
        if isFixed { state.isUploading = false }
        return .cancel(id: CancelID.upload)
      case .finished(.success):
        state.isUploading = false
        state.uploads += 1
      case .finished(.failure(let error)):
        state.isUploading = false
        state.error = "\(error)"
      case .binding:
        break
      }
      return .none
    }
  }
}

/// A list of files. The defect: a failed download replaces the question before a deletion.
struct FileList: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    var files = [1, 2]
    @PresentationState var alert: AlertState<Action.Alert>?
    var hasBanner = false
  }
  enum Action {
    case downloadButtonTapped(Int)
    case deleteButtonTapped(Int)
    case downloaded(Int)
    case downloadFailed
    case alert(PresentationAction<Alert>)

    enum Alert: Equatable { case confirmDeletion(Int) }
  }

  @Dependency(\.content) var content

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .downloadButtonTapped(let file):
        state.hasBanner = false
        guard state.files.contains(file) else { return .none }
        return .run { [content] send in
          await send(.downloaded(try await content.download(file)))
        } catch: { _, send in
          await send(.downloadFailed)
        }
      case .deleteButtonTapped(let file):
        guard state.files.contains(file) else { return .none }
        state.alert = AlertState {
          TextState("Delete file \(file)?")
        } actions: {
          ButtonState(role: .destructive, action: .confirmDeletion(file)) { TextState("Delete") }
          ButtonState(role: .cancel) { TextState("Keep") }
        }
      case .downloadFailed:
        if isFixed && state.alert != nil {
          state.hasBanner = true
        } else {
          state.alert = AlertState { TextState("The download failed.") }
        }
      case .alert(.presented(.confirmDeletion(let file))):
        state.files.removeAll { $0 == file }
      case .alert, .downloaded:
        break
      }
      return .none
    }
    .ifLet(\.$alert, action: /Action.alert)
  }
}

/// A favorite star. The defect: the star stays if the server refuses it.
struct FavoriteStar: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    let id = 7
    var isFavorite = false
    var isSaving = false
  }
  enum Action {
    case starTapped
    case saved
    case refused
  }

  @Dependency(\.account) var account

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .starTapped:
      guard !state.isSaving else { return .none }
      state.isFavorite.toggle()
      state.isSaving = true
      return .run { [account, id = state.id, isFavorite = state.isFavorite] send in
        try await account.setFavorite(id, isFavorite)
        await send(.saved)
      } catch: { _, send in
        await send(.refused)
      }
    case .saved:
      state.isSaving = false
    case .refused:
      state.isSaving = false
      if isFixed { state.isFavorite.toggle() }
    }
    return .none
  }
}

/// A list of guests. The defect: nothing tells that an invitation was not sent.
struct GuestList: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    var guests: [String] = []
    var isInviting = false
    var errorMessage: String?
  }
  enum Action {
    case inviteTapped(String)
    case invited(String)
    case failed
  }

  @Dependency(\.account) var account

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .inviteTapped(let name):
      guard !state.isInviting, !name.isEmpty else { break }
      (state.isInviting, state.errorMessage) = (true, nil)
      return .run { [account] send in
        try await account.sendMessage(name)
        await send(.invited(name))
      } catch: { _, send in
        await send(.failed)
      }
    case .invited(let name):
      state.isInviting = false
      state.guests.append(name)
    case .failed:
      state.isInviting = false
      if isFixed { state.errorMessage = "The invitation was not sent." }
    }
    return .none
  }
}
