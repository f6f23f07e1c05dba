/// Calls a closure when an XCTest begins. `ComposableTestSupport` implements it.
package protocol XCTestStartObserver {
  static func observe(_ testWillStart: @escaping @Sendable () -> Void)
}

/// Discards dependencies' default values when an XCTest begins.
///
/// This module cannot link XCTest, which exists in tests only. `ComposableTestSupport` observes
/// XCTest if a test target links it, so its type is looked up by name.
enum XCTestObservation {
  /// The mangled name of `ComposableTestSupport.XCTestObserver`, a class.
  private static let observerName = "21ComposableTestSupport14XCTestObserverC"

  /// Starts observing, once.
  static func start() { isObserved }

  private static let isObserved: Void = {
    let observer = _typeByName(observerName) as? any XCTestStartObserver.Type
    observer?.observe { DependencyDefaults.beginXCTest() }
  }()
}
