import Composable
import Foundation
import Testing

private struct Client: Sendable {
  var fetch: @Sendable () -> Int = { 0 }
  var save: @Sendable (Int) -> Void = { _ in }
}

extension Client: DependencyKey {
  static let liveValue = Client()
}

extension DependencyValues {
  fileprivate var overriddenClient: Client {
    get { self[Client.self] }
    set { self[Client.self] = newValue }
  }
}

@Suite struct OverrideTests {
  @Test func `Overriding a part of a dependency does not use its test value`() {
    let issues = issues {
      withDependencies {
        $0.overriddenClient.fetch = { 42 }
        $0.calendar.timeZone = .gmt
      } operation: {
        @Dependency(\.overriddenClient) var client
        @Dependency(\.calendar) var calendar
        #expect(client.fetch() == 42)
        #expect(calendar.timeZone == .gmt)
      }
    }
    #expect(issues.map(\.message) == [])
  }

  @Test @MainActor func `A test store's overrides do not use test values`() {
    let issues = issues {
      _ = TestStore(initialState: 0) {
        EmptyReducer<Int, Int>()
      } withDependencies: {
        $0.overriddenClient.fetch = { 42 }
      }
      _ = withDependencies {
        $0[keyPath: \.calendar] = Calendar(identifier: .gregorian)
      } operation: {
        0
      }
    }
    #expect(issues.map(\.message) == [])
  }

  @Test func `A use after an override of another store still fails`() {
    withDependencies {
      $0.overriddenClient.fetch = { 42 }
    } operation: {
    }
    let issues = issues {
      @Dependency(\.overriddenClient) var client
      _ = client.fetch()
    }
    #expect(issues.count == 1)
  }
}
