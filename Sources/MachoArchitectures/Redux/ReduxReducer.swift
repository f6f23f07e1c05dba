/// A pure function that applies an action to a state and reports whether it handles the action.
///
/// ```swift
/// let counter = ReduxReducer<Int>(for: CounterAction.self) { count, action in
///   switch action {
///   case .increment: count += 1
///   case .decrement: count -= 1
///   }
/// }
/// let app = ReduxReducer.combine(counter.pullback(\AppState.count), session.pullback(\.session))
/// ```
public struct ReduxReducer<State>: Sendable {
  /// Applies an action to the state. Returns whether the reducer handles the action.
  public let reduce: @Sendable (_ state: inout State, _ action: any Action) -> Bool

  /// Creates a reducer that decides itself which actions it handles.
  public init(_ reduce: @escaping @Sendable (_ state: inout State, _ action: any Action) -> Bool) {
    self.reduce = reduce
  }

  /// Creates a reducer that handles one type of actions.
  public init<A: Action>(
    for type: A.Type, _ reduce: @escaping @Sendable (_ state: inout State, _ action: A) -> Void
  ) {
    self.init { state, action in
      guard let action = action as? A else { return false }
      reduce(&state, action)
      return true
    }
  }

  /// Creates a reducer from a function that returns a new state. It handles every action.
  public init(returning reduce: @escaping ReduceFunction<State>) {
    self.init { state, action in
      state = reduce(action, state)
      return true
    }
  }

  /// Returns a reducer that runs several reducers on each action, one after the other.
  public static func combine(_ reducers: Self...) -> Self {
    Self { state, action in
      reducers.reduce(false) { $1.reduce(&state, action) || $0 }
    }
  }

  /// Returns a reducer of a parent state that runs this reducer on a part of it.
  public func pullback<Whole>(
    _ path: any WritableKeyPath<Whole, State> & Sendable
  ) -> ReduxReducer<Whole> {
    ReduxReducer<Whole> { whole, action in reduce(&whole[keyPath: path], action) }
  }

  /// Returns a reducer of a parent state that runs this reducer on an optional part of it. Without
  /// the part, it handles no action.
  public func pullback<Whole>(
    _ path: any WritableKeyPath<Whole, State?> & Sendable
  ) -> ReduxReducer<Whole> {
    ReduxReducer<Whole> { whole, action in
      guard var part = whole[keyPath: path] else { return false }
      defer { whole[keyPath: path] = part }
      return reduce(&part, action)
    }
  }
}

/// A reducer as a function that returns a new state and leaves the old one unchanged.
///
/// ```swift
/// func reduceCount(action: any Action, count: Int?) -> Int {
///   let count = count ?? 0
///   guard let action = action as? CounterAction else { return count }
///   return action == .increment ? count + 1 : count - 1
/// }
/// let store = ReduxStore(reduce: reduceCount)
/// ```
///
/// Without a state, it returns the first one.
public typealias ReduceFunction<State> =
  @Sendable (_ action: any Action, _ state: State?) -> State

/// The action for which a `ReduceFunction` returns the first state of a store.
public struct StartAction: Action {
  /// Creates the action.
  public init() {}
}
