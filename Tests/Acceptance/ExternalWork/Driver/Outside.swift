import Composable
import Dispatch

/// An effect whose work runs outside of Swift's executors.
struct Outside: Reducer {
  struct State: Equatable {
    var answer: Int?
  }

  enum Action: Equatable {
    case ask
    case answered(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ask:
        return .run { send in
          let answer = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: 42) }
          }
          await send(.answered(answer))
        }
      case .answered(let answer):
        state.answer = answer
        return .none
      }
    }
  }
}
