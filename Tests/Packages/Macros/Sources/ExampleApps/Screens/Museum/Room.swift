import ComposableArchitecture

/// A room of the museum. It counts the minutes of the visit, and presents a label above itself.
@Reducer
package struct Room {
  @ObservableState
  package struct State: Equatable {
    let number: Int
    var exhibit: Exhibit.State
    var minutes = 0
    @Presents var label: WallLabel.State?

    init(number: Int) {
      self.number = number
      exhibit =
        number.isMultiple(of: 2) ? .sound(Exhibit.Sound.State()) : .picture(Exhibit.Picture.State())
    }
  }

  package enum Action {
    case delegate(Delegate)
    case doorTapped
    case exhibit(Exhibit.Action)
    case label(PresentationAction<WallLabel.Action>)
    case labelTapped
    case leaveTapped
    case minutePassed
    case task

    @CasePathable
    package enum Delegate { case enter(Int) }
  }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.dismiss) private var dismiss
  @Dependency(\.isPresented) private var isPresented

  package var body: some ReducerOf<Self> {
    Scope(state: \.exhibit, action: \.exhibit) { Exhibit() }
    Reduce { state, action in
      switch action {
      case .task:
        return .run { send in
          for await _ in clock.timer(interval: .seconds(60)) { await send(.minutePassed) }
        }
      case .minutePassed:
        state.minutes += 1
        return .none
      case .doorTapped:
        guard state.number < 12 else { return .none }
        return .send(.delegate(.enter(state.number + 1)))
      case .labelTapped:
        state.label = WallLabel.State(text: "Room \(state.number)")
        return .none
      case .label(.presented(.leaveRoomTapped)):
        return .run { _ in await dismiss() }
      case .leaveTapped:
        // Without a stack there is nowhere to go.
        return isPresented ? .run { _ in await dismiss() } : .none
      case .delegate, .exhibit, .label:
        return .none
      }
    }
    .ifLet(\.$label, action: \.label) { WallLabel() }
  }
}

/// A sheet with the text beside an exhibit.
@Reducer
package struct WallLabel {
  @ObservableState
  package struct State: Equatable {
    let text: String
    var isLarge = false
  }

  package enum Action {
    case closeTapped
    case leaveRoomTapped
    case magnified
  }

  @Dependency(\.dismiss) private var dismiss

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .closeTapped: return .run { _ in await dismiss() }
      case .magnified: state.isLarge.toggle()
      case .leaveRoomTapped: break
      }
      return .none
    }
  }
}

/// A picture or a sound: a state with one case for each.
@Reducer
package struct Exhibit {
  @ObservableState
  package enum State: Equatable {
    case picture(Picture.State)
    case sound(Sound.State)
  }

  package enum Action {
    case picture(Picture.Action)
    case sound(Sound.Action)
  }

  package var body: some ReducerOf<Self> {
    Scope(state: \.picture, action: \.picture) { Picture() }
    Scope(state: \.sound, action: \.sound) { Sound() }
  }

  /// A picture that one can look at from nearer or farther.
  @Reducer
  package struct Picture {
    @ObservableState
    package struct State: Equatable { var distance = 3.0 }

    package enum Action { case stepped(Double) }

    package var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .stepped(let metres): state.distance = max(0.5, state.distance + metres)
        }
        return .none
      }
    }
  }

  /// A sound that one can mute.
  @Reducer
  package struct Sound {
    @ObservableState
    package struct State: Equatable { var isMuted = false }

    package enum Action { case muteTapped }

    package var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.isMuted.toggle()
        return .none
      }
    }
  }
}
