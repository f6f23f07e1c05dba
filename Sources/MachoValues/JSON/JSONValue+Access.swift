extension JSONValue {
  /// The value of an object's member; nil where there is none, or no object.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { ByteExactString.areSame($0.key, key) }?.value
  }

  /// The text, if it is one.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The whole number, if it is one that an Int holds.
  package var int: Int? {
    if case .number(let number) = self { number.int } else { nil }
  }

  /// The truth value, if it is one.
  package var bool: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }

  /// The elements, if it is an array.
  package var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members, if it is an object.
  package var object: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// Whether it is `null`.
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
