/// A result builder that composes the reducers of a `body`, which run in sequence.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  /// Returns a reducer unchanged.
  @inlinable
  public static func buildExpression<R: Reducer<State, Action>>(_ expression: R) -> R {
    expression
  }

  /// Wraps a reducer of an erased type.
  @inlinable
  public static func buildExpression(
    _ expression: any Reducer<State, Action>
  ) -> Reduce<State, Action> {
    Reduce(expression)
  }

  /// Builds an empty body.
  @inlinable
  public static func buildBlock() -> EmptyReducer<State, Action> {
    EmptyReducer()
  }

  /// Builds a body of one reducer.
  @inlinable
  public static func buildBlock<R: Reducer<State, Action>>(_ reducer: R) -> R {
    reducer
  }

  /// Builds the first reducer.
  @inlinable
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R {
    first
  }

  /// Adds a reducer after others.
  @inlinable
  public static func buildPartialBlock<
    R0: Reducer<State, Action>, R1: Reducer<State, Action>
  >(accumulated: R0, next: R1) -> _Sequence<R0, R1> {
    _Sequence(accumulated, next)
  }

  /// Builds the reducer of an `if` without `else`.
  @inlinable
  public static func buildOptional<R: Reducer<State, Action>>(_ wrapped: R?) -> _Optional<R> {
    _Optional(wrapped)
  }

  /// Builds the branch of an `if`.
  @inlinable
  public static func buildEither<
    R0: Reducer<State, Action>, R1: Reducer<State, Action>
  >(first reducer: R0) -> _Conditional<R0, R1> {
    .first(reducer)
  }

  /// Builds the branch of an `else`.
  @inlinable
  public static func buildEither<
    R0: Reducer<State, Action>, R1: Reducer<State, Action>
  >(second reducer: R1) -> _Conditional<R0, R1> {
    .second(reducer)
  }

  /// Builds the reducers of a loop.
  @inlinable
  public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> _SequenceMany<R> {
    _SequenceMany(reducers)
  }

  /// Builds the reducer of an `if #available`.
  @inlinable
  public static func buildLimitedAvailability<R: Reducer<State, Action>>(
    _ wrapped: R
  ) -> Reduce<State, Action> {
    Reduce(wrapped)
  }

  /// Returns the whole body.
  @inlinable
  public static func buildFinalResult<R: Reducer<State, Action>>(_ reducer: R) -> R {
    reducer
  }
}
