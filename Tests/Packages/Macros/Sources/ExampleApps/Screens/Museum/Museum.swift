import ComposableArchitecture

/// A museum: sheets that load before or after they are presented, and a stack of rooms.
@Reducer
package struct Museum {
  @ObservableState
  package struct State: Equatable {
    var isFetchingCatalogue = false
    @Presents var destination: Destination.State?
    var path = StackState<Room.State>()

    package init() {}
  }

  package enum Action {
    case catalogueFetched(pages: Int)
    case catalogueTapped
    case destination(PresentationAction<Destination.Action>)
    case exitTapped
    case guideTapped
    case path(StackActionOf<Room>)
    case roomClosed(StackElementID)
    case roomTapped(Int)
    case stairsTapped
    case tracksFetched([String])
  }

  @Reducer(state: .equatable)
  package enum Destination {
    case catalogue(Catalogue)
    case guide(AudioGuide)
  }

  private enum CancelID { case catalogue, tracks }

  @Dependency(\.continuousClock) private var clock

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      // Loads, then presents. A second tap gives up.
      case .catalogueTapped where state.isFetchingCatalogue:
        state.isFetchingCatalogue = false
        return .cancel(id: CancelID.catalogue)

      case .catalogueTapped:
        state.isFetchingCatalogue = true
        return .run { send in
          try await clock.sleep(for: .seconds(2))
          await send(.catalogueFetched(pages: 96))
        }
        .cancellable(id: CancelID.catalogue)

      case .catalogueFetched(let pages):
        state.isFetchingCatalogue = false
        state.destination = .catalogue(Catalogue.State(pages: pages))
        // The catalogue may replace a guide that still waits for its tracks.
        return .cancel(id: CancelID.tracks)

      // Presents, then loads. The dismissal gives up.
      case .guideTapped:
        state.destination = .guide(AudioGuide.State())
        return .concatenate(
          .cancel(id: CancelID.tracks),
          .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(.tracksFetched(["Bronze", "Glass"]))
          }
          .cancellable(id: CancelID.tracks))

      case .tracksFetched(let tracks):
        state.destination?.modify(\.guide) { $0.tracks = tracks }
        return .none

      case .destination(.dismiss):
        return .cancel(id: CancelID.tracks)

      case .roomTapped(let number):
        state.path.append(Room.State(number: number))
        return .none

      // A room opens the next one above itself.
      case .path(.element(_, .delegate(.enter(let number)))):
        state.path.append(Room.State(number: number))
        return .none

      // Visitors go back to the room before the closed one.
      case .roomClosed(let id):
        state.path.pop(from: id)
        return .none

      case .stairsTapped:
        if let lowest = state.path.ids.first { state.path.pop(to: lowest) }
        return .none

      case .exitTapped:
        state.destination = nil
        state.path.removeAll()
        return .cancel(id: CancelID.tracks)

      case .destination, .path:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.path, action: \.path) { Room() }
  }
}

/// A booklet, which does nothing.
@Reducer
package struct Catalogue {
  @ObservableState
  package struct State: Equatable {
    let pages: Int
  }

  package enum Action {}

  package var body: some ReducerOf<Self> { EmptyReducer() }
}

/// A guide that plays one track after the other.
@Reducer
package struct AudioGuide {
  @ObservableState
  package struct State: Equatable {
    /// `nil` while they are loading.
    var tracks: [String]?
    var track = 0
    var isPlaying = false
  }

  package enum Action {
    case playTapped
    case trackEnded
  }

  private enum CancelID { case playback }

  @Dependency(\.mainQueue) private var mainQueue

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .playTapped where state.isPlaying:
        state.isPlaying = false
        return .cancel(id: CancelID.playback)

      case .playTapped:
        guard state.tracks?.isEmpty == false else { return .none }
        state.isPlaying = true
        return .run { send in
          for await _ in mainQueue.timer(interval: .seconds(30)) { await send(.trackEnded) }
        }
        .cancellable(id: CancelID.playback, cancelInFlight: true)

      case .trackEnded:
        state.track += 1
        guard state.track >= state.tracks?.count ?? 0 else { return .none }
        state.track = 0
        state.isPlaying = false
        return .cancel(id: CancelID.playback)
      }
    }
  }
}
