import Composable

// Rows, and numbers of things.

/// A list whose rows are deleted at once. The defect: a failed deletion is not taken back.
struct DeletedRows: Reducer {
  let isFixed: Bool
  struct State: Equatable {
    var items: IdentifiedArrayOf<ShopRow> = [
      ShopRow(id: 1, title: "a"), ShopRow(id: 2, title: "b"), ShopRow(id: 3, title: "c"),
    ]
    var message: String?
  }
  enum Action {
    case deleteTapped(id: Int)
    case deleted(id: Int)
    case deleteFailed(ShopRow, index: Int)
    case messageDismissed
  }
  @Dependency(\.shop) var shop
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .deleteTapped(let id):
      guard let index = state.items.index(id: id), let item = state.items.remove(id: id) else {
        return .none
      }
      return .run { [shop] send in
        try await shop.delete(id)
        await send(.deleted(id: id))
      } catch: { _, send in
        await send(.deleteFailed(item, index: index))
      }
    case .deleted: break
    case .deleteFailed(let item, let index):
      state.message = "Could not delete."
      if isFixed { state.items.insert(item, at: min(index, state.items.count)) }
    case .messageDismissed: state.message = nil
    }
    return .none
  }
}

/// A list with a selection. The defect: a deleted row stays selected.
struct SelectedRow: Reducer {
  let isFixed: Bool
  struct State: Equatable {
    var items: IdentifiedArrayOf<ShopRow> = [
      ShopRow(id: 1, title: "a"), ShopRow(id: 2, title: "b"), ShopRow(id: 3, title: "c"),
    ]
    var selectedID: Int?
  }
  enum Action {
    case rowTapped(id: Int)
    case deleteTapped(id: Int)
    case deselectTapped
  }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .rowTapped(let id): if state.items[id: id] != nil { state.selectedID = id }
    case .deleteTapped(let id):
      state.items.remove(id: id)
      if isFixed, state.selectedID == id { state.selectedID = nil }
    case .deselectTapped: state.selectedID = nil
    }
    return .none
  }
}

/// A countdown. The defect: it does not stop at 0.
struct Countdown: Reducer {
  let isFixed: Bool
  struct State: Equatable {
    var remaining = 3
    var isRunning = false
  }
  enum Action { case startTapped, pauseTapped, tick }
  private enum CancelID { case timer }
  @Dependency(\.continuousClock) var clock
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .startTapped:
      guard !state.isRunning else { return .none }
      if state.remaining == 0 { state.remaining = 3 }
      state.isRunning = true
      return .run { [clock] send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
      }
      .cancellable(id: CancelID.timer)
    case .pauseTapped:
      state.isRunning = false
      return .cancel(id: CancelID.timer)
    case .tick:
      state.remaining -= 1
      if isFixed, state.remaining == 0 {
        state.isRunning = false
        return .cancel(id: CancelID.timer)
      }
    }
    return .none
  }
}

/// Tracks that are saved. The defect: the effect keeps the position of a track.
struct TrackList: Reducer {
  let isFixed: Bool

  struct Track: Equatable, Identifiable, Sendable {
    let id: Int
    var isSaved = false
  }
  struct State: Equatable {
    var tracks = [Track(id: 1), Track(id: 2), Track(id: 3)]
  }
  enum Action {
    case saveTapped(id: Int)
    case removeTapped(id: Int)
    case saved(index: Int, id: Int)
  }

  @Dependency(\.content) var content

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .saveTapped(let id):
      guard let index = state.tracks.firstIndex(where: { $0.id == id }) else { break }
      return .run { [content] send in
        guard (try? await content.download(id)) != nil else { return }
        await send(.saved(index: index, id: id))
      }
    case .removeTapped(let id): state.tracks.removeAll { $0.id == id }
    case .saved(let index, let id):
      let found = isFixed ? state.tracks.firstIndex { $0.id == id } : index
      if let found, state.tracks.indices.contains(found) { state.tracks[found].isSaved = true }
    }
    return .none
  }
}

/// A tour of pages. The defect: it goes on after the last one.
struct PageTour: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    var pages = ["Welcome", "Privacy", "Start"]
    var currentIndex = 0
  }
  enum Action { case nextTapped, previousTapped }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .nextTapped:
      let end = isFixed ? state.pages.count - 1 : state.pages.count
      if state.currentIndex < end { state.currentIndex += 1 }
    case .previousTapped: if state.currentIndex > 0 { state.currentIndex -= 1 }
    }
    return .none
  }
}
