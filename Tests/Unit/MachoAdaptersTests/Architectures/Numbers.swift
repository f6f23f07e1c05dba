import Composable

/// A service that gives numbers, for the features of these tests.
struct Numbers: Sendable {
  var next: @Sendable (_ name: String) async throws -> Int
}

/// What the objects of these tests ask for. A struct holds it, as a class that is `Sendable` may hold
/// no property that has a wrapper.
struct Services: Sendable {
  @Dependency(\.numbers) var numbers
  @Dependency(\.continuousClock) var clock
}

extension Numbers: TestDependencyKey {
  static let testValue = Numbers { _ in 0 }
}

extension DependencyValues {
  var numbers: Numbers {
    get { self[Numbers.self] }
    set { self[Numbers.self] = newValue }
  }
}
