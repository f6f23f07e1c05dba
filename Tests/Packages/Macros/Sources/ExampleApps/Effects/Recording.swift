import ComposableArchitecture
import Foundation

/// A recording that runs until it is stopped or the tape is full.
@Reducer
public struct Recording: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let began: Date
    public var elapsed = Duration.zero
    public var isStopping = false
    public let tape: URL

    public init(began: Date, tape: URL) {
      self.began = began
      self.tape = tape
    }
  }

  public enum Action: Sendable {
    case delegate(Delegate)
    case elapsed(Duration)
    case ended(Result<Bool, any Error>)
    case stopButtonTapped
    case task

    @CasePathable
    public enum Delegate: Sendable {
      case failed(any Error)
      case recorded(State)
    }
  }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.tape) private var tape

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .elapsed(let duration):
        state.elapsed = duration
        return .none
      case .ended(.failure(let error)):
        return .send(.delegate(.failed(error)))
      case .ended(.success(let isComplete)):
        return isComplete
          ? .send(.delegate(.recorded(state)))
          : .send(.delegate(.failed(TapeClient.MachineJammed())))
      case .stopButtonTapped:
        state.isStopping = true
        return .run { send in
          if let position = await tape.position() { await send(.elapsed(position)) }
          await tape.stop()
        }
      case .task:
        return .run { [url = state.tape] send in
          await withTaskGroup(of: Void.self) { group in
            group.addTask {
              for await _ in clock.timer(interval: .seconds(1)) {
                if let position = await tape.position() { await send(.elapsed(position)) }
              }
            }
            let result = await Result { try await tape.record(tape: url) }
            group.cancelAll()
            await send(.ended(result))
          }
        }
      case .delegate:
        return .none
      }
    }
  }
}
