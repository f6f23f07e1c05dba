import ComposableArchitecture

/// A frequency that one listens to.
@Reducer
public struct Tuner: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let frequency: Int
    public var isMuted = false
    public var sounds: [String] = []

    public init(frequency: Int) {
      self.frequency = frequency
    }
  }

  public enum Action: Sendable {
    case delegate(Delegate)
    case heard(String)
    case muteButtonTapped
    case noteButtonTapped
    case task

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case note(frequency: Int)
    }
  }

  private enum CancelID {
    case sounds
  }

  @Dependency(\.radio) private var radio

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .heard(let sound):
        state.sounds.append(sound)
        return .none
      case .muteButtonTapped:
        state.isMuted.toggle()
        return state.isMuted ? .cancel(id: CancelID.sounds) : listen(state)
      case .noteButtonTapped:
        return .send(.delegate(.note(frequency: state.frequency)))
      case .task:
        return listen(state)
      case .delegate:
        return .none
      }
    }
  }

  private func listen(_ state: State) -> Effect<Action> {
    .run { [frequency = state.frequency] send in
      for await sound in radio.sounds(frequency: frequency) { await send(.heard(sound)) }
    }
    .cancellable(id: CancelID.sounds, cancelInFlight: true)
  }
}
