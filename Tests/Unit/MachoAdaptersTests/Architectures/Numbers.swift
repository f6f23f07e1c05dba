import Composable

/// A service for numbers, for the features of these tests.
struct Numbers: Sendable {
  var next: @Sendable (_ name: String) async throws -> Int
}

/// The dependencies of the objects in these tests. A struct, because a `Sendable` class cannot have
/// properties with wrappers.
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
