import ComposableArchitecture
import Foundation

/// A recorded call.
@Reducer
public struct BirdCall: Sendable {
  @ObservableState
  public struct State: Equatable, Identifiable, Sendable {
    public var duration: Duration
    public var heard: Date
    public let id: URL
    /// The part of the tape that was played, between 0 and 1. `nil` if it does not play.
    public var progress: Double?

    public init(duration: Duration, heard: Date, id: URL) {
      self.duration = duration
      self.heard = heard
      self.id = id
    }
  }

  public enum Action: Sendable {
    case playButtonTapped
    case played(Result<Bool, any Error>)
    case progressed(by: Duration)
  }

  enum CancelID: Hashable, Sendable {
    case playing(URL)
  }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.tape) private var tape

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .playButtonTapped where state.progress != nil:
        state.progress = nil
        return .cancel(id: CancelID.playing(state.id))
      case .playButtonTapped:
        state.progress = 0
        let sound = Effect<Action>.run { [url = state.id] send in
          await send(.played(Result { try await tape.play(tape: url) }))
        }
        let display = Effect<Action>.run { send in
          for await _ in clock.timer(interval: .milliseconds(500)) {
            await send(.progressed(by: .milliseconds(500)))
          }
        }
        return .merge(sound, display)
          .cancellable(id: CancelID.playing(state.id), cancelInFlight: true)
      case .played:
        state.progress = nil
        return .cancel(id: CancelID.playing(state.id))
      case .progressed(let duration):
        state.progress = min(1, (state.progress ?? 0) + duration / state.duration)
        return .none
      }
    }
  }
}
