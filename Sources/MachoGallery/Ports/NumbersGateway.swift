import Composable
import MachoArchitectures

/// Lists of numbers, wherever they are kept.
struct NumberLists: Sendable {
  var get: @Sendable (_ index: Int) async throws -> [Int]
}

extension NumberLists: DependencyKey {
  // A sample keeps its numbers to itself.
  static let liveValue = NumberLists { index in Array(0...max(0, index)) }
  static let testValue = NumberLists { _ in throw UnimplementedEndpoint(name: "numberLists.get") }
}

extension DependencyValues {
  /// Where lists of numbers come from.
  var numberLists: NumberLists {
    get { self[NumberLists.self] }
    set { self[NumberLists.self] = newValue }
  }
}

/// The use case's way to them: it asks for a list by its index, and knows nothing of what is behind.
struct NumbersGateway: Gateway {
  @Dependency(\.numberLists) private var lists

  func fetch(_ index: Int) async throws -> [Int] { try await lists.get(index) }
}
