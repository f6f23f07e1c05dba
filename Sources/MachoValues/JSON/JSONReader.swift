/// A strict RFC 8259 parser, from bytes to a value in one pass.
///
/// `@file` uses `JSONParser` instead: its tree has source locations for type errors, and it accepts
/// the value syntax's numbers such as `300ms`. Here invalid JSON must be rejected, and building a
/// tree would cost time for every request.
struct JSONReader {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  /// Parses bytes that contain one value and nothing else.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(ValueError) -> JSONValue {
    var reader = JSONReader(bytes: bytes)
    let value = try reader.parseValue(0)
    reader.skipSpace()
    guard reader.position == bytes.count else { throw reader.unexpected("the end") }
    return value
  }

  /// The byte at the current position. 0 at the end, which is invalid everywhere in JSON.
  var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func parseValue(_ depth: Int) throws(ValueError) -> JSONValue {
    guard depth < Parser.depthLimit else {
      throw ValueError(
        .tooDeep, position..<position + 1, "values nest at most \(Parser.depthLimit) deep")
    }
    skipSpace()
    switch byte {
    case UInt8(ascii: "{"): return .object(try parseMembers(depth))
    case UInt8(ascii: "["): return .array(try parseElements(depth))
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try parseNumber())
    case UInt8(ascii: "t") where consume("true"): return .bool(true)
    case UInt8(ascii: "f") where consume("false"): return .bool(false)
    case UInt8(ascii: "n") where consume("null"): return .null
    default: throw unexpected("a JSON value")
    }
  }

  private mutating func parseElements(_ depth: Int) throws(ValueError) -> [JSONValue] {
    let opener = position
    var elements: [JSONValue] = []
    var hasMore = try beginContainer(UInt8(ascii: "]"))
    while hasMore {
      elements.append(try parseValue(depth + 1))
      hasMore = try parseSeparator(UInt8(ascii: "]"), "[", opener)
    }
    return elements
  }

  private mutating func parseMembers(_ depth: Int) throws(ValueError) -> [JSONValue.Member] {
    let opener = position
    var members: [JSONValue.Member] = []
    var keys = JSONKeys()
    var hasMore = try beginContainer(UInt8(ascii: "}"))
    while hasMore {
      skipSpace()
      let start = position
      guard byte == UInt8(ascii: "\"") else {
        throw position == bytes.count ? unclosed("{", opener) : unexpected("a key in quotes")
      }
      let key = try parseString()
      guard keys.insert(key, after: members) else {
        throw ValueError(.duplicate, start..<position, "the key '\(excerpt(key))' is given twice")
      }
      skipSpace()
      guard byte == UInt8(ascii: ":") else { throw unexpected("':'") }
      position += 1
      members.append(JSONValue.Member(key, try parseValue(depth + 1)))
      hasMore = try parseSeparator(UInt8(ascii: "}"), "{", opener)
    }
    return members
  }

  /// Consumes an opening bracket. Returns `false` if the container is empty, after consuming its
  /// end.
  private mutating func beginContainer(_ end: UInt8) throws(ValueError) -> Bool {
    position += 1
    skipSpace()
    guard byte == end else { return true }
    position += 1
    return false
  }

  /// Consumes what follows a value. Returns `false` at the end of the container.
  private mutating func parseSeparator(
    _ end: UInt8, _ delimiter: String, _ opener: Int
  ) throws(ValueError) -> Bool {
    skipSpace()
    switch byte {
    case UInt8(ascii: ","):
      position += 1
      skipSpace()
      if byte == end { throw unexpected("a value after ','") }
      return true
    case end:
      position += 1
      return false
    default:
      throw position == bytes.count ? unclosed(delimiter, opener) : unexpected("',' or an end")
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

  func unclosed(_ delimiter: String, _ opener: Int) -> ValueError {
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
