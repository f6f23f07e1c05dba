import Composable
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A service with facts about numbers.
struct NumberFact: Sendable {
  var fetch: @Sendable (_ number: Int) async throws -> String
}

extension NumberFact: DependencyKey {
  /// Fetches facts from numbersapi.com.
  static let liveValue = NumberFact { number in
    guard let url = URL(string: "http://numbersapi.com/\(number)") else {
      throw URLError(.badURL)
    }
    let (data, response) = try await URLSession.shared.data(from: url)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else {
      throw URLError(.badServerResponse)
    }
    return String(decoding: data, as: UTF8.self)
  }

  static let previewValue = NumberFact { number in "\(number) is a good number." }

  static let testValue = NumberFact { number in
    throw UnimplementedEndpoint(name: "numberFact.fetch")
  }
}

extension DependencyValues {
  /// The service with facts about numbers.
  var numberFact: NumberFact {
    get { self[NumberFact.self] }
    set { self[NumberFact.self] = newValue }
  }
}
