prefix operator /

/// Returns the case path of a case from its constructor: `/Action.countChanged`.
///
/// This is the syntax from before case key paths.
@preconcurrency
public prefix func / <Root, Value>(
  embed: @escaping @Sendable (Value) -> Root
) -> AnyCasePath<Root, Value> {
  AnyCasePath(embed)
}

/// Returns the case path of a case without payload: `/Action.decrementButtonTapped`.
@_disfavoredOverload
public prefix func / <Root>(root: Root) -> AnyCasePath<Root, Void> {
  AnyCasePath(root)
}

/// Returns the identity case path: `/Action.self`.
public prefix func / <Root>(type: Root.Type) -> AnyCasePath<Root, Root> {
  AnyCasePath()
}

/// Returns the case path itself, of an inferred type: `/.self`, `/.some`.
public prefix func / <Root, Value>(path: AnyCasePath<Root, Value>) -> AnyCasePath<Root, Value> {
  path
}

/// Returns the function that extracts a case's payload: `results.compactMap(/Result.success)`.
///
/// For an optional root it extracts from the wrapped value.
@_disfavoredOverload
@preconcurrency
public prefix func / <Root, Value>(
  embed: @escaping @Sendable (Value) -> Root
) -> @Sendable (Root) -> Value? {
  AnyCasePath(embed)._extract
}

/// Returns the function that tells whether a value is in a case without payload.
@_disfavoredOverload
public prefix func / <Root>(root: Root) -> @Sendable (Root) -> Void? {
  AnyCasePath(root)._extract
}

/// Whether a value is in the case path's case, for `switch` and `if case`.
public func ~= <Root, Value>(pattern: AnyCasePath<Root, Value>, value: Root) -> Bool {
  pattern.extract(from: value) != nil
}

extension AnyCasePath where Root == Value {
  /// The identity case path.
  public static var `self`: Self { Self() }
}
