import Composable
import MachoKit

/// A client without a live value, as an app has it before it is written.
struct WeatherClient: TestDependencyKey, Sendable {
  var temperature: @Sendable (String) async throws -> Int

  static let testValue = WeatherClient { _ in
    _$reportUnimplemented("WeatherClient.temperature")
    throw _$Unimplemented("WeatherClient.temperature")
  }
}

extension DependencyValues {
  var weatherClient: WeatherClient {
    get { self[WeatherClient.self] }
    set { self[WeatherClient.self] = newValue }
  }
}

/// Asks for temperatures.
struct Weather: Reducer {
  struct State: Equatable {
    var temperatures: [Int] = []
    var problem = ""
  }

  enum Action: Equatable {
    case asked(String)
    case answered(Int)
    case failed(String)
  }

  @Dependency(\.weatherClient) var client

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .asked(let city):
        return .run { send in
          try await send(.answered(client.temperature(city)))
        } catch: { error, send in
          await send(.failed("\(error)"))
        }
      case .answered(let temperature):
        state.temperatures.append(temperature)
        return .none
      case .failed(let problem):
        state.problem = problem
        return .none
      }
    }
  }

  static let feature = Feature(
    "weather", "A client without a live value.", start: State(),
    stubs: [Stub("weatherClient.temperature", \.weatherClient.temperature)]
  ) { Weather() }

  static let unregistered = Feature(
    "weather-unregistered", "The same client, which is not registered.", start: State()
  ) { Weather() }
}
