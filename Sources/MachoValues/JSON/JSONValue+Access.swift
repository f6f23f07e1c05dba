extension JSONValue {
  /// The value of an object's member. `nil` if there is no such member or the value is not an
  /// object.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { ByteExactString.areSame($0.key, key) }?.value
  }

  /// The string. `nil` for any other value.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number as an Int. `nil` for any other value.
  package var int: Int? {
    if case .number(let number) = self { number.int } else { nil }
  }

  /// The Bool. `nil` for any other value.
  package var bool: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }

  /// The elements of an array. `nil` for any other value.
  package var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members of an object. `nil` for any other value.
  package var object: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// Whether the value is `null`.
  package var isNull: Bool {
    if case .null = self { true } else { false }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { self = .integer(value) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  package init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByNilLiteral {
  package init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
