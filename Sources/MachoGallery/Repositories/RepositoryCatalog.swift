import MachoArchitectures
import MachoLocks

/// The model of the list, for the controller and the presenter: the query and the search.
final class RepositoryCatalog: Model {
  private let services = RepositoryServices()
  private let current: Lock<String>

  init(query: String) { current = Lock(query) }

  var query: String {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  func search() async throws -> Result<[Repository], any Error> {
    try await services.search(query)
  }
}
