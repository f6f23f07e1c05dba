/// A feature's actions, one of which changes properties of its state: `case binding`.
public protocol BindableAction<State>: SendableMetatype {
  /// The feature's state.
  associatedtype State

  /// The action that changes a property.
  static func binding(_ action: BindingAction<State>) -> Self

  /// The change of a property that the action is, if it is one.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  /// What the case `binding` holds.
  public var binding: BindingAction<State>? {
    AnyCasePath<Self, BindingAction<State>> { .binding($0) }.extract(from: self)
  }

  /// Gives a property a value: `.set(\.query, "x")`.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable, _ value: Value
  ) -> Self {
    .binding(.set(keyPath, value))
  }

  /// Gives a property that is marked `@BindingState` a value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, BindingState<Value>> & Sendable, _ value: Value
  ) -> Self {
    .binding(.set(keyPath, value))
  }
}
