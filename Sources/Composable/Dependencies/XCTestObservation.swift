#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Discards dependencies' default values when an XCTest begins.
///
/// This module cannot link XCTest, which exists in tests only. `ComposableTestSupport` observes
/// XCTest if a test target links it, so its function is looked up by name.
enum XCTestObservation {
  /// The name of the function in `ComposableTestSupport`.
  private static let symbol = "composable_observeXCTests"

  private typealias Observe = @convention(c) (_ testWillStart: @convention(c) () -> Void) -> Void

  /// Starts observing, once.
  static func start() { _ = isObserved }

  private static let isObserved: Bool = {
    guard let function = dlsym(dlopen(nil, RTLD_NOW), symbol) else { return false }
    // SAFETY: `ComposableTestSupport` declares the only function with this name, with this type.
    let observe = unsafeBitCast(function, to: Observe.self)
    observe { DependencyDefaults.beginXCTest() }
    return true
  }()
}
