import Composable

/// A service that gives numbers, for the features of these tests.
struct Numbers: Sendable {
  var next: @Sendable (_ name: String) async throws -> Int
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
