import Composable
import MachoArchitectures

/// A service with lists of numbers.
struct NumberLists: Sendable {
  var get: @Sendable (_ index: Int) async throws -> [Int]
}

extension NumberLists: DependencyKey {
  // The sample has no real service.
  static let liveValue = NumberLists { index in Array(0...max(0, index)) }
  static let testValue = NumberLists { _ in throw UnimplementedEndpoint(name: "numberLists.get") }
}

extension DependencyValues {
  /// The service with lists of numbers.
  var numberLists: NumberLists {
    get { self[NumberLists.self] }
    set { self[NumberLists.self] = newValue }
  }
}

/// The use case's gateway to the lists. The use case requests a list by index and does not know the
/// service.
struct NumbersGateway: Gateway {
  @Dependency(\.numberLists) private var lists

  func fetch(_ index: Int) async throws -> [Int] { try await lists.get(index) }
}
