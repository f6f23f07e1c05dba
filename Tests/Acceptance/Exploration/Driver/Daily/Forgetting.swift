import Composable

// Screens that forget a part of what they should take back, reset or add up.

/// A drawing with strokes and a paper. The defect: an undo keeps the paper.
struct SketchPage: Reducer {
  let isFixed: Bool

  enum Paper: Sendable { case white, squared }
  struct Page: Equatable {
    var strokes: [String] = []
    var paper = Paper.white
  }
  struct State: Equatable {
    var page = Page()
    var undoStack: [Page] = []
  }
  enum Action {
    case strokeDrawn
    case paperTapped(Paper)
    case undoTapped
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .strokeDrawn:
      state.undoStack.append(state.page)
      state.page.strokes.append("stroke")
    case .paperTapped(let paper):
      guard paper != state.page.paper else { break }
      state.undoStack.append(state.page)
      state.page.paper = paper
    case .undoTapped:
      guard let page = state.undoStack.popLast() else { break }
      state.page.strokes = page.strokes
      if isFixed { state.page.paper = page.paper }
    }
    return .none
  }
}

/// A basket. The defect: a removed line lowers the sum by the price of one piece.
struct FruitBasket: Reducer {
  let isFixed: Bool

  struct Line: Equatable, Identifiable, Sendable {
    let id: Int
    var quantity: Int
  }
  struct State: Equatable {
    var lines: IdentifiedArrayOf<Line> = []
    var sum = 0
  }
  enum Action {
    case appleTapped
    case pearTapped
    case removeTapped(id: Int)
  }

  private static let prices = [1: 3, 2: 4]

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appleTapped: add(1, to: &state)
    case .pearTapped: add(2, to: &state)
    case .removeTapped(let id):
      guard let line = state.lines.remove(id: id) else { break }
      state.sum -= (Self.prices[id] ?? 0) * (isFixed ? line.quantity : 1)
    }
    return .none
  }

  private func add(_ id: Int, to state: inout State) {
    let quantity = (state.lines[id: id]?.quantity ?? 0) + 1
    state.lines[id: id] = Line(id: id, quantity: quantity)
    state.sum += Self.prices[id] ?? 0
  }
}

/// A code that a service checks. The defect: the screen goes on checking after a refusal.
struct CodeCheck: Reducer {
  let isFixed: Bool

  enum Phase: Sendable { case entering, checking, accepted, refused }
  struct State: Equatable {
    var phase = Phase.entering
    var hint: String?
  }
  enum Action {
    case checkTapped
    case answered(Bool)
  }

  @Dependency(\.shop) var shop

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .checkTapped:
      guard state.phase != .checking else { break }
      (state.phase, state.hint) = (.checking, nil)
      return .run { [shop] send in await send(.answered(await shop.isValid())) }
    case .answered(true): state.phase = .accepted
    case .answered(false):
      state.hint = "This code is not valid."
      if isFixed { state.phase = .refused }
    }
    return .none
  }
}

/// A message that a button and the return key send. The defect: the key does not know that it is being sent.
struct MessageForm: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    var text = ""
    var isSending = false
    var sent: [String] = []
  }
  enum Action {
    case textChanged(String)
    case sendTapped
    case returnPressed
    case sent(String)
    case failed
  }

  @Dependency(\.account) var account

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .textChanged(let text):
      if !state.isSending { state.text = text }
    case .sendTapped:
      guard !state.isSending else { break }
      return send(&state)
    case .returnPressed:
      guard !(isFixed && state.isSending) else { break }
      return send(&state)
    case .sent(let text):
      state.isSending = false
      if state.text == text { state.text = "" }
      state.sent.append(text)
    case .failed: state.isSending = false
    }
    return .none
  }

  private func send(_ state: inout State) -> Effect<Action> {
    guard !state.text.isEmpty else { return .none }
    state.isSending = true
    return .run { [account, text = state.text] send in
      try await account.sendMessage(text)
      await send(.sent(text))
    } catch: { _, send in
      await send(.failed)
    }
  }
}

/// An account. The defect: the recent searches stay when the user logs out.
struct SearchAccount: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    var favorites: [String] = []
    var recentSearches: [String] = []
  }
  enum Action {
    case favoriteTapped(String)
    case searched(String)
    case logOutTapped
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .favoriteTapped(let name): state.favorites.append(name)
    case .searched(let text): state.recentSearches.insert(text, at: 0)
    case .logOutTapped:
      state.favorites = []
      if isFixed { state.recentSearches = [] }
    }
    return .none
  }
}

/// An app that links open. The defect: a link that was opened before the login is forgotten.
struct LinkOpener: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    var user: String?
    var isLoggingIn = false
    var item: Int?
    var pendingItem: Int?
  }
  enum Action {
    case linkOpened(Int)
    case closeTapped
    case loginTapped
    case loggedIn(String)
    case loginFailed
  }

  @Dependency(\.shop) var shop

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .linkOpened(let item):
      if state.user == nil { state.pendingItem = item } else { state.item = item }
    case .closeTapped: state.item = nil
    case .loginTapped:
      guard state.user == nil, !state.isLoggingIn else { break }
      state.isLoggingIn = true
      return .run { [shop] send in
        await send(.loggedIn(try await shop.login("guest")))
      } catch: { _, send in
        await send(.loginFailed)
      }
    case .loggedIn(let user):
      (state.isLoggingIn, state.user) = (false, user)
      if isFixed, let item = state.pendingItem { (state.item, state.pendingItem) = (item, nil) }
    case .loginFailed: state.isLoggingIn = false
    }
    return .none
  }
}
