/// Composes the reducers of a `body`, one below the other.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  /// Takes a reducer as it is.
  @inlinable
  public static func buildExpression<R: Reducer<State, Action>>(_ expression: R) -> R {
    expression
  }

  /// Takes a reducer whose type is not known.
  @inlinable
  public static func buildExpression(
    _ expression: any Reducer<State, Action>
  ) -> Reduce<State, Action> {
    Reduce(expression)
  }

  /// Nothing in the body.
  @inlinable
  public static func buildBlock() -> EmptyReducer<State, Action> {
    EmptyReducer()
  }

  /// One reducer.
  @inlinable
  public static func buildBlock<R: Reducer<State, Action>>(_ reducer: R) -> R {
    reducer
  }

  /// The first reducer.
  @inlinable
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R {
    first
  }

  /// A reducer after others.
  @inlinable
  public static func buildPartialBlock<
    R0: Reducer<State, Action>, R1: Reducer<State, Action>
  >(accumulated: R0, next: R1) -> _Sequence<R0, R1> {
    _Sequence(accumulated, next)
  }

  /// A reducer behind an `if`.
  @inlinable
  public static func buildOptional<R: Reducer<State, Action>>(_ wrapped: R?) -> _Optional<R> {
    _Optional(wrapped)
  }

  /// The branch of an `if`.
  @inlinable
  public static func buildEither<
    R0: Reducer<State, Action>, R1: Reducer<State, Action>
  >(first reducer: R0) -> _Conditional<R0, R1> {
    .first(reducer)
  }

  /// The branch of an `else`.
  @inlinable
  public static func buildEither<
    R0: Reducer<State, Action>, R1: Reducer<State, Action>
  >(second reducer: R1) -> _Conditional<R0, R1> {
    .second(reducer)
  }

  /// The reducers of a loop.
  @inlinable
  public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> _SequenceMany<R> {
    _SequenceMany(reducers)
  }

  /// A reducer behind an `if #available`.
  @inlinable
  public static func buildLimitedAvailability<R: Reducer<State, Action>>(
    _ wrapped: R
  ) -> Reduce<State, Action> {
    Reduce(wrapped)
  }

  /// The whole body.
  @inlinable
  public static func buildFinalResult<R: Reducer<State, Action>>(_ reducer: R) -> R {
    reducer
  }
}
