import Composable
import IssueReporting
import MachoSessions

/// A dependency's endpoint under the name by which scripts stub it.
///
/// A setter says where the endpoint lives; its argument and value types follow from it.
///
/// ```swift
/// Stub("numberFact.fetch") { $0.numberFact.fetch = $1 }
/// ```
public struct Stub: Sendable {
  let endpoint: Endpoint
  private let set: @Sendable (inout DependencyValues, StubCaller) -> Void

  /// Puts the caller where the endpoint is.
  func install(_ values: inout DependencyValues, _ caller: StubCaller) {
    // Setting one endpoint of a dependency reads the others, which a test is not allowed to use:
    // that it does not use them is known here.
    withIssueReporters([]) { set(&values, caller) }
  }

  init(
    _ endpoint: Endpoint,
    install: @escaping @Sendable (inout DependencyValues, StubCaller) -> Void
  ) {
    self.endpoint = endpoint
    set = install
  }

  /// An endpoint that can suspend and throw.
  public init<each Argument: Sendable, Value: Sendable>(
    _ name: String,
    set:
      @escaping @Sendable (
        inout DependencyValues, @escaping @Sendable (repeat each Argument) async throws -> Value
      ) -> Void
  ) {
    let endpoint = Endpoint(
      name: name, argumentTypes: types(repeat (each Argument).self), valueType: Value.self,
      canThrow: true, isAsync: true)
    self.init(endpoint) { values, caller in
      set(&values) { (argument: repeat each Argument) in
        try await caller.call(endpoint, list(repeat each argument), as: Value.self)
      }
    }
  }

  /// An endpoint that can suspend and cannot throw; `placeholder` ends a call that is cancelled.
  public init<each Argument: Sendable, Value: Sendable>(
    nonthrowing name: String, placeholder: Value,
    set:
      @escaping @Sendable (
        inout DependencyValues, @escaping @Sendable (repeat each Argument) async -> Value
      ) -> Void
  ) {
    let endpoint = Endpoint(
      name: name, argumentTypes: types(repeat (each Argument).self), valueType: Value.self,
      canThrow: false, isAsync: true)
    self.init(endpoint) { values, caller in
      set(&values) { (argument: repeat each Argument) in
        let arguments = list(repeat each argument)
        return (try? await caller.call(endpoint, arguments, as: Value.self)) ?? placeholder
      }
    }
  }

  /// An endpoint that answers at once; `placeholder` stands in for an answer that nobody stubbed.
  public init<each Argument: Sendable, Value: Sendable>(
    synchronous name: String, placeholder: Value,
    set:
      @escaping @Sendable (
        inout DependencyValues, @escaping @Sendable (repeat each Argument) -> Value
      ) -> Void
  ) {
    let endpoint = Endpoint(
      name: name, argumentTypes: types(repeat (each Argument).self), valueType: Value.self,
      canThrow: false, isAsync: false)
    self.init(endpoint) { values, caller in
      set(&values) { (argument: repeat each Argument) in
        let arguments = list(repeat each argument)
        return (try? caller.answer(endpoint, arguments, as: Value.self)) ?? placeholder
      }
    }
  }

  /// An endpoint that answers at once or throws.
  public init<each Argument: Sendable, Value: Sendable>(
    synchronousThrowing name: String,
    set:
      @escaping @Sendable (
        inout DependencyValues, @escaping @Sendable (repeat each Argument) throws -> Value
      ) -> Void
  ) {
    let endpoint = Endpoint(
      name: name, argumentTypes: types(repeat (each Argument).self), valueType: Value.self,
      canThrow: true, isAsync: false)
    self.init(endpoint) { values, caller in
      set(&values) { (argument: repeat each Argument) in
        try caller.answer(endpoint, list(repeat each argument), as: Value.self)
      }
    }
  }
}

private func types<each Argument>(_ type: repeat (each Argument).Type) -> [Any.Type] {
  var types: [Any.Type] = []
  repeat types.append(each type)
  return types
}

private func list<each Argument: Sendable>(_ argument: repeat each Argument) -> [any Sendable] {
  var list: [any Sendable] = []
  repeat list.append(each argument)
  return list
}
