import Composable

// Screens with timers, polling and streams.

/// A stopwatch. The defect: 'Start' starts a second timer.
struct Stopwatch: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    var seconds = 0
    var isRunning = false
  }
  enum Action { case startButtonTapped, stopButtonTapped, resetButtonTapped, tick }
  private enum CancelID { case timer }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .startButtonTapped:
      state.isRunning = true
      return .run { [clock] send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
      }
      .cancellable(id: CancelID.timer, cancelInFlight: isFixed)
    case .stopButtonTapped:
      state.isRunning = false
      return .cancel(id: CancelID.timer)
    case .resetButtonTapped:
      state.seconds = 0
    case .tick:
      state.seconds += 1
    }
    return .none
  }
}

/// A list that plays a sound in a sheet. The defect: the timer of the sheet outlives it.
struct SoundList: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    @PresentationState var player: Player.State?
    var playedSeconds = 0
  }
  enum Action {
    case soundTapped(String)
    case tick
    case player(PresentationAction<Player.Action>)
  }
  private enum CancelID { case playing }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .soundTapped(let name):
        guard state.player == nil else { return .none }
        state.player = Player.State(name: name)
        return .run { [clock] send in
          while !Task.isCancelled {
            try await clock.sleep(for: .seconds(1))
            await send(.tick)
          }
        }
        .cancellable(id: CancelID.playing, cancelInFlight: true)
      case .tick:
        state.playedSeconds += 1
      case .player(.dismiss):
        return isFixed ? .cancel(id: CancelID.playing) : .none
      case .player:
        break
      }
      return .none
    }
    .ifLet(\.$player, action: /Action.player) { Player() }
  }

  struct Player: Reducer {
    struct State: Equatable {
      var name: String
      var isMuted = false
    }
    enum Action { case muteButtonTapped }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.isMuted.toggle()
      return .none
    }
  }
}

/// A synchronization. The defect: it retries for ever.
struct Synchronization: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    enum Phase: Equatable { case idle, working, failed, done }
    var phase = Phase.idle
    var attempts = 0
  }
  enum Action {
    case syncButtonTapped
    case attempt
    case succeeded
    case failed
  }

  @Dependency(\.account) var account
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .syncButtonTapped:
      guard state.phase != .working else { return .none }
      state.phase = .working
      state.attempts = 0
      return .send(.attempt)
    case .attempt:
      state.attempts += 1
      return .run { [account] send in
        _ = try await account.renewToken()
        await send(.succeeded)
      } catch: { _, send in
        await send(.failed)
      }
    case .succeeded:
      state.phase = .done
    case .failed:
      if isFixed && state.attempts >= 3 {
        state.phase = .failed
        return .none
      }
      return .run { [clock] send in
        try await clock.sleep(for: .seconds(2))
        await send(.attempt)
      }
    }
    return .none
  }
}

/// An app with a sign-in screen and a home screen with prices. The defect: signing out leaves the
/// stream of prices open.
struct PriceApp: Reducer {
  let isFixed: Bool

  struct State: Equatable {
    enum Screen: Equatable {
      case signedOut
      case home(name: String)
    }
    var screen = Screen.signedOut
    var price: Int?
  }
  enum Action {
    case signInButtonTapped
    case signedIn(Account)
    case signInFailed
    case priceChanged(Int)
    case signOutButtonTapped
  }
  private enum CancelID { case prices }

  @Dependency(\.account) var account
  @Dependency(\.content) var content

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .signInButtonTapped:
      guard state.screen == .signedOut else { return .none }
      return .run { [account] send in
        await send(.signedIn(try await account.signIn("guest")))
      } catch: { _, send in
        await send(.signInFailed)
      }
    case .signedIn(let account):
      state.screen = .home(name: account.name)
      return .run { [content] send in
        do {
          for try await price in content.prices() { await send(.priceChanged(price)) }
        } catch {}
      }
      .cancellable(id: CancelID.prices, cancelInFlight: true)
    case .priceChanged(let price):
      state.price = price
    case .signOutButtonTapped:
      state.screen = .signedOut
      state.price = nil
      if isFixed { return .cancel(id: CancelID.prices) }
    case .signInFailed:
      break
    }
    return .none
  }
}
