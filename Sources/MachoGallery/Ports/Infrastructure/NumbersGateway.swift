import Composable
import MachoArchitectures

/// The use case's gateway to the lists. The use case requests a list by index and does not know the
/// service.
struct NumbersGateway: Gateway {
  @Dependency(\.numberLists) private var lists

  func fetch(_ index: Int) async throws -> [Int] { try await lists.get(index) }
}

/// The same gateway with a completion handler.
struct CompletionNumbersGateway: CompletionGateway {
  @Dependency(\.numberLists) private var lists

  func fetch(
    _ index: Int, completion: @escaping @Sendable (Result<[Int], any Error>) -> Void
  ) {
    // A task of the effect that calls: macho observes it without a task runner.
    Task { [lists] in completion(await Result { try await lists.get(index) }) }
  }
}
