import Composable

/// The state that every example shows.
struct CounterState: Equatable, Sendable {
  var count = 0
  var fact: String?
}

/// The input that every example accepts.
enum CounterInput: Equatable, Sendable {
  case increment
  case loadFact
}

/// A dependency: a service that returns a fact about a number.
struct NumberFacts: Sendable {
  var fetch: @Sendable (_ number: Int) async throws -> String
}

extension NumberFacts: TestDependencyKey {
  static let testValue = NumberFacts { _ in "" }
}

extension DependencyValues {
  var facts: NumberFacts {
    get { self[NumberFacts.self] }
    set { self[NumberFacts.self] = newValue }
  }
}

/// Resolves dependencies for objects. A `Sendable` class cannot have a property with a wrapper.
struct CounterServices: Sendable {
  @Dependency(\.facts) var facts
}
