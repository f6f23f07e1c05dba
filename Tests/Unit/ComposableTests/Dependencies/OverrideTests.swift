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

private struct CurrentDate: Reducer {
  @Dependency(\.date.now) var now

  func reduce(into state: inout Date, action: Void) -> Effect<Void> {
    state = now
    return .none
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

  @Test func `An override of the current date by a key path does not read it`() {
    let now = Date(timeIntervalSince1970: 0)
    let issues = issues {
      withDependencies {
        $0[keyPath: \.date.now] = now
      } operation: {
        @Dependency(\.date.now) var date
        #expect(date == now)
      }
      var date = Date.distantPast
      _ = CurrentDate().dependency(\.date.now, now).reduce(into: &date, action: ())
      #expect(date == now)
    }
    #expect(issues.map(\.message) == [])
    #expect(
      ComposableTests.issues {
        @Dependency(\.date.now) var date
        _ = date
      }.count == 1)
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
