import Composable
import MachoAdapters

/// The tutorial's counter: a number, and a fact about it from a dependency.
struct TutorialCounter: Reducer {
  struct State: Equatable {
    var count = 0
    var fact: String?
    var isLoading = false
  }

  enum Action {
    case incrementButtonTapped
    case decrementButtonTapped
    case factButtonTapped
    case factResponse(Result<String, any Error>)
  }

  @Dependency(\.tutorialFact) var numberFact

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped:
        state.count += 1
        return .none

      case .decrementButtonTapped:
        state.count -= 1
        return .none

      case .factButtonTapped:
        state.isLoading = true
        return .run { [count = state.count] send in
          await send(.factResponse(.success(try await numberFact.fetch(count))))
        } catch: { error, send in
          await send(.factResponse(.failure(error)))
        }

      case .factResponse(let result):
        state.fact = try? result.get()
        state.isLoading = false
        return .none
      }
    }
  }
}

/// Returns a fact about a number.
struct TutorialFact: DependencyKey {
  var fetch: @Sendable (_ number: Int) async throws -> String

  static let liveValue = TutorialFact { number in "\(number) is a good number." }
  /// Never called: the tutorial's script stubs the endpoint.
  static let testValue = liveValue
}

extension DependencyValues {
  fileprivate var tutorialFact: TutorialFact {
    get { self[TutorialFact.self] }
    set { self[TutorialFact.self] = newValue }
  }
}

extension TutorialCounter {
  static let feature = Feature(
    "tutorial", "A number that goes up and down, for the tutorial.", start: State(),
    stubs: [Stub("numberFact.fetch", \.tutorialFact.fetch)]
  ) {
    TutorialCounter()
  }
}
