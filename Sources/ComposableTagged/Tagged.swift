/// A value whose type is made different from others by a tag: `Tagged<User, Int>` is no `Tagged<Order, Int>`.
@dynamicMemberLookup
public struct Tagged<Tag, RawValue> {
  /// The value.
  public var rawValue: RawValue

  /// Creates a tagged value.
  public init(rawValue: RawValue) { self.rawValue = rawValue }

  /// Creates a tagged value.
  public init(_ rawValue: RawValue) { self.rawValue = rawValue }

  /// A member of the value.
  public subscript<Member>(dynamicMember path: KeyPath<RawValue, Member>) -> Member {
    rawValue[keyPath: path]
  }

  /// Returns the value after a conversion, with the same tag.
  public func map<Other>(_ convert: (RawValue) -> Other) -> Tagged<Tag, Other> {
    Tagged<Tag, Other>(rawValue: convert(rawValue))
  }

  /// Returns the value with another tag.
  public func coerced<Other>(to type: Other.Type) -> Tagged<Other, RawValue> {
    Tagged<Other, RawValue>(rawValue: rawValue)
  }
}

extension Tagged: RawRepresentable {}
extension Tagged: Equatable where RawValue: Equatable {}
extension Tagged: Hashable where RawValue: Hashable {}
extension Tagged: Sendable where RawValue: Sendable {}
extension Tagged: Error where RawValue: Error {}

extension Tagged: Comparable where RawValue: Comparable {
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension Tagged: CustomStringConvertible {
  public var description: String { String(describing: rawValue) }
}

extension Tagged: LosslessStringConvertible where RawValue: LosslessStringConvertible {
  public init?(_ description: String) {
    guard let value = RawValue(description) else { return nil }
    self.init(rawValue: value)
  }
}

extension Tagged: Identifiable where RawValue: Identifiable {
  public var id: RawValue.ID { rawValue.id }
}

extension Tagged: Decodable where RawValue: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(RawValue.self))
  }
}

extension Tagged: Encodable where RawValue: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
