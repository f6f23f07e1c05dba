import Composable

/// A service with lists of numbers.
struct NumberLists: Sendable {
  var get: @Sendable (_ index: Int) async throws -> [Int]
}

extension NumberLists: DependencyKey {
  // The sample has no real service.
  static let liveValue = NumberLists { index in Array(0...min(max(0, index), 100)) }
  static let testValue = NumberLists { _ in throw UnimplementedEndpoint(name: "numberLists.get") }
}

extension DependencyValues {
  /// The service with lists of numbers.
  var numberLists: NumberLists {
    get { self[NumberLists.self] }
    set { self[NumberLists.self] = newValue }
  }
}
