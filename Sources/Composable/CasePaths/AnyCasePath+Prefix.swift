prefix operator /

/// The case path of a case, by its constructor: `/Action.countChanged`.
///
/// It is the form that features used before there were case key paths.
public prefix func / <Root, Value>(
  embed: @escaping @Sendable (Value) -> Root
) -> AnyCasePath<Root, Value> {
  AnyCasePath(embed)
}

/// The case path of a case without a payload: `/Action.decrementButtonTapped`.
@_disfavoredOverload
public prefix func / <Root>(root: Root) -> AnyCasePath<Root, Void> {
  AnyCasePath(root)
}

/// The case path from a value to itself: `/Action.self`.
public prefix func / <Root>(type: Root.Type) -> AnyCasePath<Root, Root> {
  AnyCasePath()
}

/// The case path from a value to itself, where its type is known: `/.self`.
public prefix func / <Root>(path: AnyCasePath<Root, Root>) -> AnyCasePath<Root, Root> {
  path
}

extension AnyCasePath where Root == Value {
  /// The case path from a value to itself.
  public static var `self`: Self { Self() }
}
