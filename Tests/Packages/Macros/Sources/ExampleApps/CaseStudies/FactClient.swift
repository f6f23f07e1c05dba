import ComposableArchitecture
import Foundation

@DependencyClient
public struct FactClient: Sendable {
  public var fetch: @Sendable (Int) async throws -> String
}

extension DependencyValues {
  public var factClient: FactClient {
    get { self[FactClient.self] }
    set { self[FactClient.self] = newValue }
  }
}

extension FactClient: DependencyKey {
  public static let liveValue = Self(
    fetch: { number in
      try await Task.sleep(for: .seconds(1))
      let (data, _) = try await URLSession.shared
        .data(from: URL(string: "http://numbersapi.com/\(number)/trivia")!)
      return String(decoding: data, as: UTF8.self)
    }
  )

  public static let testValue = Self()
}
