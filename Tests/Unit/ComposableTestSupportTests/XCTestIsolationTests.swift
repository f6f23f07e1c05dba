import Composable
import ComposableTestSupport
import XCTest

/// Each test begins with its own IDs and shared values.
final class XCTestIsolationTests: XCTestCase {
  private func use() {
    let stack = StackState([1, 2])
    XCTAssertEqual(Array(stack.ids), [0, 1])
    @Shared(.inMemory("xctest")) var count = 0
    XCTAssertEqual(count, 0)
    $count.withLock { $0 += 1 }
    @Shared(.appStorage("xctest")) var stored = 0
    XCTAssertEqual(stored, 0)
    $stored.withLock { $0 += 1 }
  }

  func testFirst() { use() }
  func testSecond() { use() }
  func testThird() { use() }
}
