/// A strict RFC 8259 parser, from bytes to a value in one pass.
///
/// `@file` uses `JSONParser` instead, which has the same grammar: its tree has source locations for
/// type errors, and it accepts the value syntax's numbers such as `300ms`. Here invalid JSON must
/// be rejected, and building a tree would cost time for every request.
struct JSONReader: JSONGrammar {
  // SAFETY: borrowed by the caller of `read` for the call, during which the reader lives.
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  /// Parses bytes that contain one value and nothing else.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(ValueError) -> JSONValue {
    var reader = JSONReader(bytes: bytes)
    return try reader.parseJSON()
  }

  var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }
  var isAtEnd: Bool { position >= bytes.count }

  mutating func parseJSONArray(_ depth: Int) throws(ValueError) -> JSONValue {
    var elements: [JSONValue] = []
    try parseElements { reader throws(ValueError) in
      elements.append(try reader.parseJSONValue(depth + 1))
    }
    return .array(elements)
  }

  mutating func parseJSONObject(_ depth: Int) throws(ValueError) -> JSONValue {
    var members: [JSONValue.Member] = []
    var keys = JSONKeys()
    var key = ""
    try parseMembers { reader throws(ValueError) in
      let start = reader.position
      key = try reader.parseString()
      guard keys.insert(key, after: members) else {
        throw ValueError(
          .duplicate, start..<reader.position, "the key '\(excerpt(key))' is given twice")
      }
    } value: { reader throws(ValueError) in
      members.append(JSONValue.Member(key, try reader.parseJSONValue(depth + 1)))
    }
    return .object(members)
  }

  mutating func parseJSONWord() throws(ValueError) -> JSONValue {
    switch byte {
    case UInt8(ascii: "t") where consume("true"): return .bool(true)
    case UInt8(ascii: "f") where consume("false"): return .bool(false)
    case UInt8(ascii: "n") where consume("null"): return .null
    default: throw unexpected("a JSON value")
    }
  }

  /// Consumes a keyword if it is next.
  private mutating func consume(_ word: StaticString) -> Bool {
    let end = position + word.utf8CodeUnitCount
    guard end <= bytes.count,
      word.withUTF8Buffer({ bytes[position..<end].elementsEqual($0) }),
      end == bytes.count || !isNameByte(bytes[end])
    else { return false }
    position = end
    return true
  }

  mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0a, 0x0d, 0x09: position += 1
      default: return
      }
    }
  }

  // MARK: Errors

  func unexpected(_ expected: String) -> ValueError {
    Parser(bytes: Array(bytes), position: position).unexpected(expected)
  }

  func unclosed(_ delimiter: String, at opener: Int) -> ValueError {
    Parser(bytes: [], position: opener).unclosed(delimiter, at: opener)
  }
}

/// The keys of the object being parsed.
///
/// PERFORMANCE: few keys are compared in pairs, many are hashed, so that a large object takes
/// linear time.
private struct JSONKeys {
  private static let linearSearchLimit = 12
  private var keys: Set<ByteExactString> = []

  /// Adds the key that follows `members`. Returns `false` if one of them has the same key.
  mutating func insert(_ key: String, after members: [JSONValue.Member]) -> Bool {
    if members.count < Self.linearSearchLimit {
      return !members.contains { ByteExactString.areSame($0.key, key) }
    }
    if members.count == Self.linearSearchLimit {
      keys = Set(members.map { ByteExactString($0.key) })
    }
    return keys.insert(ByteExactString(key)).inserted
  }
}
