/// The grammar of JSON's values, arrays and objects (RFC 8259).
///
/// `JSONReader` builds values from it, and `Parser` a syntax tree. They differ in their scalars.
protocol JSONGrammar {
  /// What a value is parsed to.
  associatedtype Value

  var position: Int { get set }
  /// The byte at the current position. 0 at the end, which is invalid everywhere in JSON.
  var byte: UInt8 { get }
  var isAtEnd: Bool { get }

  mutating func skipSpace()
  mutating func parseJSONObject(_ depth: Int) throws(ValueError) -> Value
  mutating func parseJSONArray(_ depth: Int) throws(ValueError) -> Value
  mutating func parseJSONString() throws(ValueError) -> Value
  mutating func parseJSONNumber() throws(ValueError) -> Value
  /// Parses `true`, `false` or `null`.
  mutating func parseJSONWord() throws(ValueError) -> Value

  func unexpected(_ expected: String) -> ValueError
  func unclosed(_ delimiter: String, at opener: Int) -> ValueError
}

extension JSONGrammar {
  /// Parses a text that contains one value and nothing else.
  mutating func parseJSON() throws(ValueError) -> Value {
    let value = try parseJSONValue(0)
    skipSpace()
    guard isAtEnd else { throw unexpected("the end") }
    return value
  }

  mutating func parseJSONValue(_ depth: Int) throws(ValueError) -> Value {
    guard depth < Parser.depthLimit else {
      throw ValueError(
        .tooDeep, position..<position + 1, "values nest at most \(Parser.depthLimit) deep")
    }
    skipSpace()
    switch byte {
    case UInt8(ascii: "{"): return try parseJSONObject(depth)
    case UInt8(ascii: "["): return try parseJSONArray(depth)
    case UInt8(ascii: "\""): return try parseJSONString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try parseJSONNumber()
    case let first where isNameStart(first): return try parseJSONWord()
    default: throw unexpected("a JSON value")
    }
  }

  /// Parses `[…]`. Calls `element` for each element.
  ///
  /// PERFORMANCE: like `parseItems`, inlined, because a call of a closure costs more than most
  /// scalars.
  @inline(__always)
  mutating func parseElements(
    _ element: (inout Self) throws(ValueError) -> Void
  ) throws(ValueError) {
    try parseItems("[", UInt8(ascii: "]"), element)
  }

  /// Parses `{…}`. Calls `key` and then `value` for each member.
  @inline(__always)
  mutating func parseMembers(
    key: (inout Self) throws(ValueError) -> Void, value: (inout Self) throws(ValueError) -> Void
  ) throws(ValueError) {
    let opener = position
    try parseItems("{", UInt8(ascii: "}")) { grammar throws(ValueError) in
      guard grammar.byte == UInt8(ascii: "\"") else {
        throw grammar.isAtEnd
          ? grammar.unclosed("{", at: opener) : grammar.unexpected("a key in quotes")
      }
      try key(&grammar)
      grammar.skipSpace()
      guard grammar.byte == UInt8(ascii: ":") else { throw grammar.unexpected("':'") }
      grammar.position += 1
      try value(&grammar)
    }
  }

  @inline(__always)
  private mutating func parseItems(
    _ delimiter: String, _ end: UInt8, _ item: (inout Self) throws(ValueError) -> Void
  ) throws(ValueError) {
    let opener = position
    position += 1
    skipSpace()
    while byte != end {
      try item(&self)
      skipSpace()
      if byte == UInt8(ascii: ",") {
        position += 1
        skipSpace()
        if byte == end { throw unexpected("a value after ','") }
      } else if byte != end {
        throw isAtEnd ? unclosed(delimiter, at: opener) : unexpected("',' or an end")
      }
    }
    position += 1
  }
}
