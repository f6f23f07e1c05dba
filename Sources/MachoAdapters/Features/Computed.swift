import MachoMetadata
import MachoValues

/// A computed property of a state with its name for paths.
///
/// ```swift
/// Computed("isEven", \.isEven)
/// ```
public struct Computed<State>: Sendable {
  let register: @Sendable (inout ComputedProperties) -> Void

  /// Registers a property by its key path.
  public init<Value>(_ name: String, _ path: any KeyPath<State, Value> & Sendable) {
    register = {
      $0.add(name, of: State.self, isMember: canNameProperty(path, name)) { $0[keyPath: path] }
    }
  }

  /// Registers a function of the state.
  public init<Value>(_ name: String, _ read: @escaping @Sendable (State) -> Value) {
    register = { $0.add(name, of: State.self, read) }
  }
}

/// Returns whether a key path can refer to a property of that name. Any name is accepted if the name is
/// unknown.
private func canNameProperty(_ path: AnyKeyPath, _ name: String) -> Bool {
  PropertyNames.of(path).map { $0 == name } ?? true
}
