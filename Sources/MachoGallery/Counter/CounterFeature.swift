import Composable

/// A counter, and a fact about its number from a service.
struct CounterFeature: Reducer {
  struct State: Equatable {
    var count = 0
    var fact: String?
    var failure: String?
    var isLoading = false

    var isEven: Bool { count.isMultiple(of: 2) }
  }

  enum Action {
    case incrementButtonTapped
    case decrementButtonTapped
    case factButtonTapped
    case factResponse(Result<String, any Error>)
  }

  @Dependency(\.numberFact) var numberFact

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped:
        state.count += 1
        state.clear()
        return .none

      case .decrementButtonTapped:
        state.count -= 1
        state.clear()
        return .none

      case .factButtonTapped:
        state.clear()
        state.isLoading = true
        return .run { [count = state.count] send in
          let fact = try await numberFact.fetch(count)
          await send(.factResponse(.success(fact)))
        } catch: { error, send in
          await send(.factResponse(.failure(error)))
        }

      case .factResponse(.success(let fact)):
        state.fact = fact
        state.isLoading = false
        return .none

      case .factResponse(.failure(let error)):
        state.failure = "\(error)"
        state.isLoading = false
        return .none
      }
    }
  }
}

extension CounterFeature.State {
  fileprivate mutating func clear() {
    fact = nil
    failure = nil
  }
}
