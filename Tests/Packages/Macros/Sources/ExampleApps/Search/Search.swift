import ComposableArchitecture
import Foundation

@Reducer
public struct Search: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var results: [GeocodingSearch.Result] = []
    public var resultForecastRequestInFlight: GeocodingSearch.Result?
    public var searchQuery = ""
    public var weather: Weather?

    public init() {}

    public struct Weather: Equatable {
      public var id: GeocodingSearch.Result.ID
      public var days: [Day]

      public init(id: GeocodingSearch.Result.ID, days: [Day]) {
        self.id = id
        self.days = days
      }

      public struct Day: Equatable {
        public var date: Date
        public var temperatureMax: Double
        public var temperatureMaxUnit: String
        public var temperatureMin: Double
        public var temperatureMinUnit: String

        public init(
          date: Date, temperatureMax: Double, temperatureMaxUnit: String, temperatureMin: Double,
          temperatureMinUnit: String
        ) {
          self.date = date
          self.temperatureMax = temperatureMax
          self.temperatureMaxUnit = temperatureMaxUnit
          self.temperatureMin = temperatureMin
          self.temperatureMinUnit = temperatureMinUnit
        }
      }
    }
  }

  public enum Action {
    case forecastResponse(GeocodingSearch.Result.ID, Result<Forecast, any Error>)
    case searchQueryChanged(String)
    case searchQueryChangeDebounced
    case searchResponse(Result<GeocodingSearch, any Error>)
    case searchResultTapped(GeocodingSearch.Result)
  }

  @Dependency(\.weatherClient) var weatherClient
  private enum CancelID { case location, weather }

  public init() {}

  public var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .forecastResponse(_, .failure):
        state.weather = nil
        state.resultForecastRequestInFlight = nil
        return .none

      case .forecastResponse(let id, .success(let forecast)):
        state.weather = State.Weather(
          id: id,
          days: forecast.daily.time.indices.map {
            State.Weather.Day(
              date: forecast.daily.time[$0],
              temperatureMax: forecast.daily.temperatureMax[$0],
              temperatureMaxUnit: forecast.dailyUnits.temperatureMax,
              temperatureMin: forecast.daily.temperatureMin[$0],
              temperatureMinUnit: forecast.dailyUnits.temperatureMin
            )
          }
        )
        state.resultForecastRequestInFlight = nil
        return .none

      case .searchQueryChanged(let query):
        state.searchQuery = query
        // An empty query cancels the search in flight.
        guard !state.searchQuery.isEmpty else {
          state.results = []
          state.weather = nil
          return .cancel(id: CancelID.location)
        }
        return .none

      case .searchQueryChangeDebounced:
        guard !state.searchQuery.isEmpty else {
          return .none
        }
        return .run { [query = state.searchQuery] send in
          await send(.searchResponse(Result { try await self.weatherClient.search(query: query) }))
        }
        .cancellable(id: CancelID.location)

      case .searchResponse(.failure):
        state.results = []
        return .none

      case .searchResponse(.success(let response)):
        state.results = response.results
        return .none

      case .searchResultTapped(let location):
        state.resultForecastRequestInFlight = location
        return .run { send in
          await send(
            .forecastResponse(
              location.id,
              Result { try await self.weatherClient.forecast(location: location) }
            )
          )
        }
        .cancellable(id: CancelID.weather, cancelInFlight: true)
      }
    }
  }
}
