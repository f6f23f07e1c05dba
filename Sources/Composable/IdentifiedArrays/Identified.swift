/// A value with an identity, for a type without one.
@dynamicMemberLookup
public struct Identified<ID: Hashable, Value>: Identifiable {
  /// The identity.
  public let id: ID
  /// The value.
  public var value: Value

  /// Adds an identity to a value.
  public init(_ value: Value, id: ID) {
    self.id = id
    self.value = value
  }

  /// Adds the identity that a function reads from the value.
  public init(_ value: Value, id: (Value) -> ID) {
    self.init(value, id: id(value))
  }

  /// A property of the value.
  public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Member {
    get { value[keyPath: keyPath] }
    set { value[keyPath: keyPath] = newValue }
  }
}

extension Identified: Equatable where Value: Equatable {}
extension Identified: Hashable where Value: Hashable {}
extension Identified: Sendable where ID: Sendable, Value: Sendable {}
extension Identified: Decodable where ID: Decodable, Value: Decodable {}
extension Identified: Encodable where ID: Encodable, Value: Encodable {}
