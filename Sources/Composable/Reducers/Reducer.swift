/// The types of a reducer.
///
/// Type aliases such as `ReducerOf` require these only. With `Reducer` instead, `some ReducerOf<Self>`
/// would depend on the conformance that it is part of: the compiler cannot infer the isolation of such
/// a conformance in a target with a default isolation.
public protocol _ReducerTypes<State, Action> {
  /// The state of the feature.
  associatedtype State
  /// The actions of the feature.
  associatedtype Action
}

/// A function from a state and an action to the next state and an effect.
///
/// A feature implements either `body`, which consists of other reducers, or `reduce(into:action:)`.
public protocol Reducer<State, Action>: _ReducerTypes {
  /// The state of the feature.
  associatedtype State
  /// The actions of the feature.
  associatedtype Action
  /// The type of `body`, or `Never` without a body.
  associatedtype Body

  /// Changes the state and returns the effect to run.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that this one consists of.
  @ReducerBuilder<State, Action>
  var body: Body { get }
}

extension Reducer where Body == Never {
  /// Unavailable: the reducer implements `reduce(into:action:)`.
  // SAFETY: the attribute only makes the trap appear in the caller.
  @_transparent
  public var body: Body {
    // Only a caller that ignores `Body == Never` can reach this; the library has none.
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
public typealias ReducerOf<R: _ReducerTypes> = Reducer<R.State, R.Action>

/// A store of a feature.
public typealias StoreOf<R: _ReducerTypes> = Store<R.State, R.Action>
