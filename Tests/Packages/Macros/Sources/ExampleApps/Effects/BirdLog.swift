import ComposableArchitecture
import Foundation

/// A log of bird calls. One call plays at a time.
@Reducer
public struct BirdLog: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    @Presents public var alert: AlertState<Never>?
    public var calls: IdentifiedArrayOf<BirdCall.State> = []
    @Presents public var recording: Recording.State?

    public init() {}
  }

  public enum Action: Sendable {
    case alert(PresentationAction<Never>)
    case allowed(Bool)
    case calls(IdentifiedActionOf<BirdCall>)
    case deleteSwiped(id: BirdCall.State.ID)
    case recordButtonTapped
    case recording(PresentationAction<Recording.Action>)
  }

  @Dependency(\.date.now) private var now
  @Dependency(\.tape) private var tape
  @Dependency(\.uuid) private var uuid

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .allowed(false):
        state.alert = AlertState { TextState("The log may not use the microphone") }
        return .none
      case .allowed(true):
        let tape = URL(fileURLWithPath: "/tapes/\(uuid()).wav")
        state.recording = Recording.State(began: now, tape: tape)
        return .none
      case .calls(.element(let id, .playButtonTapped)):
        let others = state.calls.ids.filter { $0 != id }
        for other in others { state.calls[id: other]?.progress = nil }
        return .merge(others.map { .cancel(id: BirdCall.CancelID.playing($0)) })
      case .calls(.element(_, .played(.failure(let error)))):
        state.alert = AlertState { TextState("Cannot play: \(error)") }
        return .none
      case .deleteSwiped(let id):
        state.calls.remove(id: id)
        return .none
      case .recordButtonTapped:
        return .run { send in await send(.allowed(tape.isAllowed())) }
      case .recording(.presented(.delegate(.failed(let error)))):
        state.recording = nil
        state.alert = AlertState { TextState("Nothing recorded: \(error)") }
        return .none
      case .recording(.presented(.delegate(.recorded(let recording)))):
        state.recording = nil
        let call = BirdCall.State(
          duration: recording.elapsed, heard: recording.began, id: recording.tape)
        state.calls.insert(call, at: 0)
        return .none
      case .alert, .calls, .recording:
        return .none
      }
    }
    .forEach(\.calls, action: \.calls) { BirdCall() }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$recording, action: \.recording) { Recording() }
  }
}
