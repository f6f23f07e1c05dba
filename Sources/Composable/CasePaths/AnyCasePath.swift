/// A way to wrap a value in one case of an enum, and to take it out again.
public struct AnyCasePath<Root, Value>: Sendable {
  private let _embed: @Sendable (Value) -> Root
  private let _extract: @Sendable (Root) -> Value?

  /// Makes a case path of the two directions.
  public init(
    embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?
  ) {
    _embed = embed
    _extract = extract
  }

  /// Wraps a value in the case.
  public func embed(_ value: Value) -> Root { _embed(value) }

  /// Takes the value out, if `root` is of the case.
  public func extract(from root: Root) -> Value? { _extract(root) }

  /// Changes the value in place and says what `body` returned, or `nil` if `root` is another case.
  public func modifyIfPresent<Result>(
    _ root: inout Root, _ body: (inout Value) throws -> Result
  ) rethrows -> Result? {
    guard var value = _extract(root) else { return nil }
    defer { root = _embed(value) }
    return try body(&value)
  }
}

extension AnyCasePath where Root == Value {
  /// The case path from a value to itself.
  public init() {
    self.init(embed: { $0 }, extract: { $0 })
  }
}
