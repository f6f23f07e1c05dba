import XCTest

/// Calls a function when an XCTest begins. `Composable` looks this function up by its name; it is
/// public to be exported.
@_cdecl("composable_observeXCTests")
public func _observeXCTests(_ testWillStart: @escaping @convention(c) () -> Void) {
  // SAFETY: called once, on the thread that runs the tests, before it looks for observers again.
  XCTestObservationCenter.shared.addTestObserver(XCTestObserver(testWillStart))
}

private final class XCTestObserver: NSObject, XCTestObservation {
  private let testWillStart: @convention(c) () -> Void

  init(_ testWillStart: @escaping @convention(c) () -> Void) {
    self.testWillStart = testWillStart
  }

  func testCaseWillStart(_ testCase: XCTestCase) { testWillStart() }
}
