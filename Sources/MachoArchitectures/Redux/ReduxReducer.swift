/// What an action makes of a state: a pure function, and whether it knows the action at all.
///
/// ```swift
/// let counter = ReduxReducer<Int>(for: CounterAction.self) { count, action in
///   switch action {
///   case .increment: count += 1
///   case .decrement: count -= 1
///   }
/// }
/// let app = ReduxReducer.combine(counter.lifted(\AppState.count), session.lifted(\.session))
/// ```
public struct ReduxReducer<State>: Sendable {
  /// Changes the state as the action says, and returns whether it is an action that it knows.
  public let reduce: @Sendable (_ state: inout State, _ action: any Action) -> Bool

  /// A reducer that says itself which actions it knows.
  public init(_ reduce: @escaping @Sendable (_ state: inout State, _ action: any Action) -> Bool) {
    self.reduce = reduce
  }

  /// A reducer of one type of actions.
  public init<A: Action>(
    for type: A.Type, _ reduce: @escaping @Sendable (_ state: inout State, _ action: A) -> Void
  ) {
    self.init { state, action in
      guard let action = action as? A else { return false }
      reduce(&state, action)
      return true
    }
  }

  /// Has several reducers reduce each action, one after the other.
  public static func combine(_ reducers: Self...) -> Self {
    Self { state, action in
      reducers.reduce(false) { $1.reduce(&state, action) || $0 }
    }
  }

  /// The reducer of a whole of which this one's state is a part.
  public func pullback<Whole>(
    _ path: any WritableKeyPath<Whole, State> & Sendable
  ) -> ReduxReducer<Whole> {
    ReduxReducer<Whole> { whole, action in reduce(&whole[keyPath: path], action) }
  }

  /// The reducer of a whole of which this one's state is a part that may be missing.
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
