import Composable
import MachoKit

/// A dependency with an endpoint of each kind.
struct Radio: Sendable {
  var stations: @Sendable () async throws -> [String]
  var tune: @Sendable (_ station: String, _ volume: Int) async -> Bool
  var signal: @Sendable (_ station: String) -> AsyncStream<Int>
  var log: @Sendable (_ event: String) -> Void
}

extension Radio: TestDependencyKey {
  static let testValue = Radio(
    stations: { [] }, tune: { _, _ in false }, signal: { _ in .finished }, log: { _ in })
}

extension DependencyValues {
  var radio: Radio {
    get { self[Radio.self] }
    set { self[Radio.self] = newValue }
  }
}

struct RadioFeature: Reducer {
  struct State: Equatable {
    var stations: [String] = []
    var station: String?
    var signal: Int?
  }

  enum Action: Equatable {
    case appeared
    case stationTapped(String)
    case stationsLoaded([String])
    case tuned(String)
    case signalChanged(Int)
  }

  @Dependency(\.radio) var radio

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        radio.log("appeared")
        return .run { send in await send(.stationsLoaded(try await radio.stations())) }
      case .stationTapped(let station):
        return .run { send in
          guard await radio.tune(station, 5) else { return }
          await send(.tuned(station))
          for await level in radio.signal(station) { await send(.signalChanged(level)) }
        }
      case .stationsLoaded(let stations):
        state.stations = stations
        return .none
      case .tuned(let station):
        state.station = station
        return .none
      case .signalChanged(let level):
        state.signal = level
        return .none
      }
    }
  }
}

extension Examples {
  static let radio = Feature(
    "radio", "A radio with several stations.", start: RadioFeature.State(),
    stubs: [
      Stub("radio.stations", \.radio.stations),
      Stub(nonthrowing: "radio.tune", placeholder: false) { $0.radio.tune = $1 },
      Stub("radio.signal", \.radio.signal),
      Stub("radio.log", \.radio.log),
    ]
  ) {
    RadioFeature()
  }
}
