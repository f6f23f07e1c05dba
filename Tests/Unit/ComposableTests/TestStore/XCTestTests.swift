import XCTest

@testable import Composable

/// A test store in an XCTest test: the same calls in the same order.
@MainActor
final class XCTestTests: XCTestCase {
  func testEffectsAreReceived() async {
    let clock = TestClock()
    let store = TestStore(initialState: Facts.State()) {
      Facts { number in
        try await clock.sleep(for: .seconds(1))
        return "\(number)"
      }
    }
    await store.send(.ask)
    await clock.advance(by: .seconds(1))
    await store.receive(.fact("0")) { $0.fact = "0" }
  }
}
