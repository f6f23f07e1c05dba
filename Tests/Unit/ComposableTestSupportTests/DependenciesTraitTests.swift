import Composable
import ComposableTestSupport
import Testing

private struct Client: Sendable, DependencyKey {
  var name: String
  static let liveValue = Client(name: "live")
  static let testValue = Client(name: "test")
}

private final class Cache: Sendable, DependencyKey {
  static var liveValue: Cache { Cache() }
  static var testValue: Cache { Cache() }
}

extension DependencyValues {
  fileprivate var client: Client {
    get { self[Client.self] }
    set { self[Client.self] = newValue }
  }
}

@Suite(.dependencies { $0.client.name = "suite's" })
struct DependenciesTraitTests {
  @Dependency(\.client) private var client

  @Test func `A suite's dependencies apply to its tests and its initializer`() {
    #expect(client.name == "suite's")
  }

  @Test(.dependency(\.client, Client(name: "test's")))
  func `A test's dependencies override those of its suite`() {
    #expect(client.name == "test's")
  }

  private static let trait: DependenciesTrait = .dependencies { $0.client.name = "constant" }

  @Test(trait) func `A trait can be a constant`() {
    #expect(client.name == "constant")
  }

  @Test(.dependency(Client(name: "own key")))
  func `A dependency that is its own key needs no key path`() {
    #expect(client.name == "own key")
  }

  @Test(.dependencies { $0.client.name += " changed" })
  func `A closure modifies the surrounding dependencies`() {
    #expect(client.name == "suite's changed")
  }

  @Suite struct Nested {
    @Dependency(\.client) private var client

    @Test func `Nested suites inherit the dependencies`() {
      #expect(client.name == "suite's")
    }
  }
}

@MainActor
@Suite struct FreshDefaultsTests {
  /// Retained, so that no instance reuses the address of an earlier one.
  private static var seen: [Cache] = []

  @Test(.dependencies, arguments: 1...3)
  func `Each test case has separate default values`(number: Int) {
    @Dependency(Cache.self) var cache
    @Dependency(Cache.self) var same
    #expect(cache === same)
    #expect(!Self.seen.contains { $0 === cache })
    Self.seen.append(cache)
  }
}
