import ComposableArchitecture
import Foundation

public struct GeocodingSearch: Decodable, Equatable, Sendable {
  public var results: [Result]

  public init(results: [Result]) { self.results = results }

  public struct Result: Decodable, Equatable, Identifiable, Sendable {
    public var country: String
    public var latitude: Double
    public var longitude: Double
    public var id: Int
    public var name: String
    public var admin1: String?

    public init(
      country: String, latitude: Double, longitude: Double, id: Int, name: String,
      admin1: String? = nil
    ) {
      self.country = country
      self.latitude = latitude
      self.longitude = longitude
      self.id = id
      self.name = name
      self.admin1 = admin1
    }
  }
}

public struct Forecast: Decodable, Equatable, Sendable {
  public var daily: Daily
  public var dailyUnits: DailyUnits

  public init(daily: Daily, dailyUnits: DailyUnits) {
    self.daily = daily
    self.dailyUnits = dailyUnits
  }

  public struct Daily: Decodable, Equatable, Sendable {
    public var temperatureMax: [Double]
    public var temperatureMin: [Double]
    public var time: [Date]

    public init(temperatureMax: [Double], temperatureMin: [Double], time: [Date]) {
      self.temperatureMax = temperatureMax
      self.temperatureMin = temperatureMin
      self.time = time
    }
  }

  public struct DailyUnits: Decodable, Equatable, Sendable {
    public var temperatureMax: String
    public var temperatureMin: String

    public init(temperatureMax: String, temperatureMin: String) {
      self.temperatureMax = temperatureMax
      self.temperatureMin = temperatureMin
    }
  }
}

@DependencyClient
public struct WeatherClient: Sendable {
  public var forecast: @Sendable (_ location: GeocodingSearch.Result) async throws -> Forecast
  public var search: @Sendable (_ query: String) async throws -> GeocodingSearch
}

extension WeatherClient: TestDependencyKey {
  public static let previewValue = Self(
    forecast: { _ in .mock },
    search: { _ in GeocodingSearch(results: []) }
  )

  public static let testValue = Self()
}

extension DependencyValues {
  public var weatherClient: WeatherClient {
    get { self[WeatherClient.self] }
    set { self[WeatherClient.self] = newValue }
  }
}

extension WeatherClient: DependencyKey {
  public static let liveValue = WeatherClient(
    forecast: { location in
      var components = URLComponents(string: "https://api.open-meteo.com/v1/forecast")!
      components.queryItems = [
        URLQueryItem(name: "latitude", value: "\(location.latitude)"),
        URLQueryItem(name: "longitude", value: "\(location.longitude)"),
      ]
      let (data, _) = try await URLSession.shared.data(from: components.url!)
      return try JSONDecoder().decode(Forecast.self, from: data)
    },
    search: { query in
      var components = URLComponents(string: "https://geocoding-api.open-meteo.com/v1/search")!
      components.queryItems = [URLQueryItem(name: "name", value: query)]
      let (data, _) = try await URLSession.shared.data(from: components.url!)
      return try JSONDecoder().decode(GeocodingSearch.self, from: data)
    }
  )
}

extension Forecast {
  public static let mock = Self(
    daily: Daily(
      temperatureMax: [90, 70], temperatureMin: [70, 50],
      time: [0, 86_400].map(Date.init(timeIntervalSince1970:))),
    dailyUnits: DailyUnits(temperatureMax: "°F", temperatureMin: "°F"))
}
