import MachoValues

/// A computed property of a state, under the name by which paths name it.
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

  /// Registers what a function makes of the state.
  public init<Value>(_ name: String, _ read: @escaping @Sendable (State) -> Value) {
    register = { $0.add(name, of: State.self, read) }
  }
}

/// Whether a key path may lead to a property of that name. Its text has no name for what is computed:
/// the one that is given counts then.
private func canNameProperty(_ path: AnyKeyPath, _ name: String) -> Bool {
  let text = "\(path)"
  return text.contains("<computed") || text.hasSuffix("." + name)
}
