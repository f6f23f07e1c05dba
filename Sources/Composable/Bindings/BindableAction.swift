/// An action type with a case, `case binding`, that changes properties of the feature's state.
public protocol BindableAction<State> {
  /// The feature's state.
  associatedtype State

  /// Returns the action that applies a property change.
  static func binding(_ action: BindingAction<State>) -> Self

  /// The property change if this is a `binding` action; otherwise `nil`.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  /// The payload of the `binding` case.
  public var binding: BindingAction<State>? {
    let embed: (BindingAction<State>) -> Self = { .binding($0) }
    // SAFETY: the closure captures the metatype only, and `@Sendable` does not change its
    // representation.
    let path = AnyCasePath(
      unsafeBitCast(embed, to: (@Sendable (BindingAction<State>) -> Self).self))
    return path.extract(from: self)
  }

  /// Returns an action that sets a property: `.set(\.query, "x")`.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable, _ value: Value
  ) -> Self {
    .binding(.set(keyPath, value))
  }

  /// Returns an action that sets a property marked `@BindingState`.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, BindingState<Value>> & Sendable, _ value: Value
  ) -> Self {
    .binding(.set(keyPath, value))
  }
}
