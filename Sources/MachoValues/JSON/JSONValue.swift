/// A JSON value with ordered members and exact numbers.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// A member of an object.
  package struct Member: Sendable {
    /// The key, unique within the object.
    package var key: String
    /// The value under the key.
    package var value: JSONValue

    /// Creates a member.
    package init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// Creates a whole number.
  package static func integer(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

  /// Creates a string, or `null` for `nil`.
  package static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}

/// Compares objects in any member order, as RFC 6902 does, and strings by their bytes: a client's
/// `é` may be encoded differently from Swift's.
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

/// A string compared by its bytes. Swift's `==` considers both encodings of `é` equal.
struct ByteExactString: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  /// PERFORMANCE: strings that `==` considers different have different bytes, and `==` finds most
  /// differences quickly.
  static func areSame(_ left: String, _ right: String) -> Bool {
    left == right && ByteSearch.areSame(left, right)
  }

  static func == (left: ByteExactString, right: ByteExactString) -> Bool {
    areSame(left.text, right.text)
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    // SAFETY: the hasher reads the bytes during the call.
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
