import Composable
import Foundation

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
    return String(decoding: try await httpBody(of: url), as: UTF8.self)
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
