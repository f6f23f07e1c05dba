/// A function from a state and an action to the next state and an effect.
///
/// A feature gives either a `body`, made of other reducers, or `reduce(into:action:)`.
public protocol Reducer<State, Action> {
  /// What the feature remembers.
  associatedtype State
  /// What can happen to the feature.
  associatedtype Action
  /// The reducer that a body is made of; `Never` without one.
  associatedtype Body

  /// Changes the state and says which effect is to run.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that this one is made of.
  @ReducerBuilder<State, Action>
  var body: Body { get }
}

extension Reducer where Body == Never {
  /// There is no body: the reducer implements `reduce(into:action:)`.
  @_transparent
  public var body: Body {
    // Only a caller that ignores `Body == Never` can come here; the library has none.
    preconditionFailure("\(Self.self) has no body.")
  }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }
}

/// A reducer over the state and the actions of another.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

/// A store of a feature.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>
