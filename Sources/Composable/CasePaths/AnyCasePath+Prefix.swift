prefix operator /

/// Returns the case path of a case from its constructor: `/Action.countChanged`.
///
/// This is the syntax from before case key paths.
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

/// Returns the identity case path of an inferred type: `/.self`.
public prefix func / <Root>(path: AnyCasePath<Root, Root>) -> AnyCasePath<Root, Root> {
  path
}

extension AnyCasePath where Root == Value {
  /// The identity case path.
  public static var `self`: Self { Self() }
}
