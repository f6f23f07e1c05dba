import Composable
import XCTest

/// Calls a closure when an XCTest begins. `Composable` looks this class up by its name.
final class XCTestObserver: NSObject, XCTestObservation, XCTestStartObserver {
  private let testWillStart: @Sendable () -> Void

  private init(_ testWillStart: @escaping @Sendable () -> Void) {
    self.testWillStart = testWillStart
  }

  static func observe(_ testWillStart: @escaping @Sendable () -> Void) {
    XCTestObservationCenter.shared.addTestObserver(XCTestObserver(testWillStart))
  }

  func testCaseWillStart(_ testCase: XCTestCase) { testWillStart() }
}
