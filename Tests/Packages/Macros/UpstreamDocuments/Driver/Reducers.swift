import ComposableArchitecture
import MachoKit
import SeedGitHub
import SeedLocalHosts

@testable import SeedBinding
@testable import SeedContacts
@testable import SeedCounter
@testable import SeedList
@testable import SeedSearch

extension Driver {
  static let gitHub = [
    Stub("gitHubAPIClient.searchRepositories", \.gitHubAPIClient.searchRepositories)
  ]

  /// 000 and 002: the documents' reducers.
  static let reducers = [
    Feature("counter", "000: a counter with facts.", start: CounterFeature.State()) {
      // Before the feature uses its session.
      precondition(LocalHosts.areThere, "MACHO_SEEDS_SERVER is not set: run 'check'")
      return CounterFeature()
    },
    Feature("contacts", "000: contacts in a sheet and a stack.", start: ContactsFeature.State()) {
      ContactsFeature()
    },
    Feature("any-binding", "002: any binding.", start: AnyBinding.State()) { AnyBinding() },
    Feature("query-binding", "002: the binding of one property.", start: QueryBinding.State()) {
      QueryBinding()
    },
    Feature(
      "list", "002: repositories when the list appears.", start: SeedList.RepositoryList.State(),
      stubs: gitHub
    ) { SeedList.RepositoryList() },
    Feature(
      "search", "002: a debounced search with an alert.",
      start: SeedSearch.RepositoryList.State(), stubs: gitHub
    ) { SeedSearch.RepositoryList() },
  ]
}
