/// A value of JSON, whose members keep their order and whose numbers are exact.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// One member of an object.
  package struct Member: Sendable {
    /// Its name, which no other member of the object has.
    package var key: String
    /// What stands under the name.
    package var value: JSONValue

    /// A member under a name.
    package init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// A whole number.
  package static func integer(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

  /// A text, or `null` for none.
  package static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}

/// Objects are equal in any order of their members, as RFC 6902 compares them; texts are only
/// where their bytes are, for a client's `é` need not be Swift's.
extension JSONValue: Equatable {
  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): ByteExactString.areSame(left, right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): areEqual(left, right)
    default: false
    }
  }

  private static func areEqual(_ left: [Member], _ right: [Member]) -> Bool {
    guard left.count == right.count else { return false }
    for index in left.indices {
      guard ByteExactString.areSame(left[index].key, right[index].key) else {
        return byKey(left[index...]) == byKey(right[index...])
      }
      guard left[index].value == right[index].value else { return false }
    }
    return true
  }

  private static func byKey(_ members: ArraySlice<Member>) -> [ByteExactString: JSONValue] {
    Dictionary(members.map { (ByteExactString($0.key), $0.value) }) { first, _ in first }
  }
}

/// A text that is told from others byte by byte, where Swift takes two spellings of `é` for one.
struct ByteExactString: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  /// What Swift takes for different is so: that is seen soon, and the rest is rare.
  static func areSame(_ left: String, _ right: String) -> Bool {
    left == right && ByteSearch.areSame(left, right)
  }

  static func == (left: ByteExactString, right: ByteExactString) -> Bool {
    areSame(left.text, right.text)
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
