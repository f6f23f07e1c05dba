extension AnyCasePath where Root == Value {
  /// Creates the identity case path of a type: `AnyCasePath(Action.self)`.
  public init(_ type: Root.Type) { self.init() }
}

extension AnyCasePath where Root == Void, Value: Sendable {
  /// Returns the case path that always extracts `value`, and embeds nothing.
  public static func constant(_ value: Value) -> Self {
    Self(embed: { _ in }, extract: { value })
  }
}

extension AnyCasePath where Value == Never {
  /// The case path that extracts nothing.
  public static var never: Self {
    Self(embed: noValue, extract: { _ in nil })
  }
}

extension AnyCasePath where Value: RawRepresentable, Root == Value.RawValue {
  /// The case path from a raw value to the values that have one.
  public static var rawValue: Self {
    ._$embed({ $0.rawValue }, extract: { Value(rawValue: $0) })
  }
}

extension AnyCasePath where Value: LosslessStringConvertible, Root == String {
  /// The case path from a description to the values that have one.
  public static var description: Self {
    ._$embed({ $0.description }, extract: { Value($0) })
  }
}

extension AnyCasePath where Root == Value? {
  /// The case path of an optional's value.
  public static var some: Self { Self(embed: { $0 }, extract: { $0 }) }
}
