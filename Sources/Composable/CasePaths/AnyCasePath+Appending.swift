precedencegroup CasePathAppending {
  associativity: left
  higherThan: BitwiseShiftPrecedence
}

infix operator .. : CasePathAppending

/// Returns the case path that continues with a case of the payload: `/Action.row .. /RowAction.tapped`.
///
/// This is the syntax from before case key paths.
public func .. <Root, Value, Next>(
  path: AnyCasePath<Root, Value>, next: AnyCasePath<Value, Next>
) -> AnyCasePath<Root, Next> {
  path.appending(path: next)
}

/// Returns the case path that continues with the case of a constructor: `/Action.row .. RowAction.tapped`.
@preconcurrency
public func .. <Root, Value, Next>(
  path: AnyCasePath<Root, Value>, embed: @escaping @Sendable (Next) -> Value
) -> AnyCasePath<Root, Next> {
  path.appending(path: AnyCasePath(embed))
}

/// Returns the function that extracts the payload of a nested case.
@_disfavoredOverload
public func .. <Root, Value, Next>(
  path: AnyCasePath<Root, Value>, next: AnyCasePath<Value, Next>
) -> @Sendable (Root) -> Next? {
  path.appending(path: next)._extract
}

/// Returns the function that extracts the payload of a nested case, given by its constructor.
@_disfavoredOverload
@preconcurrency
public func .. <Root, Value, Next>(
  path: AnyCasePath<Root, Value>, embed: @escaping @Sendable (Next) -> Value
) -> @Sendable (Root) -> Next? {
  path.appending(path: AnyCasePath(embed))._extract
}
