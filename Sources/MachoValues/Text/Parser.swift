import MachoMetadata

/// Parses text into a syntax tree, on bytes and in linear time. Rejects values that nest too deep.
struct Parser {
  /// The maximum nesting depth. Fits a 1 MB stack in a debug build, whose frames are the largest.
  static let depthLimit = NestingLimit.text

  var bytes: [UInt8]
  var position: Int
  var nodes: [SyntaxNode] = []

  /// Parses a text that contains one value and nothing else.
  static func parse(_ text: Substring) throws(ValueError) -> SyntaxTree {
    var parser = try Parser(text)
    try parser.parseValue(0)
    parser.skipSpace()
    guard parser.isAtEnd else { throw parser.unexpectedRest }
    return SyntaxTree(bytes: parser.bytes, nodes: parser.nodes)
  }

  init(bytes: [UInt8], position: Int) {
    self.bytes = bytes
    self.position = position
  }

  init(_ text: Substring) throws(ValueError) {
    // PERFORMANCE: copies contiguous storage at once. As a sequence it would be copied byte by
    // byte.
    bytes = text.utf8.withContiguousStorageIfAvailable { Array($0) } ?? Array(text.utf8)
    position = 0
    // PERFORMANCE: enough nodes for most lines.
    nodes.reserveCapacity(16)
    guard bytes.count < Int(Int32.max) else {
      throw ValueError(.tooLong, 0..<1, "the text is longer than 2 GB")
    }
  }

  var isAtEnd: Bool { position >= bytes.count }
  var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }
  func byte(after offset: Int) -> UInt8 {
    position + offset < bytes.count ? bytes[position + offset] : 0
  }

  /// Parses one value. Its node and its descendants are appended to `nodes`.
  mutating func parseValue(_ depth: Int) throws(ValueError) {
    guard depth < Parser.depthLimit else {
      throw ValueError(
        .tooDeep, position..<position + 1, "values nest at most \(Parser.depthLimit) deep")
    }
    skipSpace()
    let first = nodes.count
    try parsePrimary(depth)
    try parseRangeOperator(after: first, depth)
    try parseChanges(after: first, depth)
  }

  private mutating func parsePrimary(_ depth: Int) throws(ValueError) {
    switch byte {
    case UInt8(ascii: "\""): try parseString()
    case UInt8(ascii: "#"):
      if isDigit(byte(after: 1)) { parseOrdinal() } else { try parseString() }
    case UInt8(ascii: "("): try parseGroup(.tuple, close: UInt8(ascii: ")"), depth)
    case UInt8(ascii: "["): try parseBrackets(depth)
    case UInt8(ascii: "@"): try parseFile(depth)
    case UInt8(ascii: "$"): try parseVariable(depth)
    case UInt8(ascii: "\\"): try parseKeyPath()
    case UInt8(ascii: "_") where !isNameByte(byte(after: 1)):
      appendLeaf(.wildcard, length: 1)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"):
      try parseNumber()
    case UInt8(ascii: ".") where byte(after: 1) == UInt8(ascii: "."): try parsePrefixRange(depth)
    case UInt8(ascii: "."): try parseMember(depth)
    case let first where isNameStart(first): try parseMember(depth)
    default: throw unexpected()
    }
  }

  private mutating func parseRangeOperator(after first: Int, _ depth: Int) throws(ValueError) {
    guard byte == UInt8(ascii: "."), byte(after: 1) == UInt8(ascii: ".") else { return }
    let isClosed = byte(after: 2) == UInt8(ascii: ".")
    guard isClosed || byte(after: 2) == UInt8(ascii: "<") else { return }
    wrapNode(first, in: .range)
    nodes[first].detail = isClosed ? SyntaxNode.closed : 0
    position += 3
    skipSpace()
    if isClosed, isAtEnd || [0x2c, 0x29, 0x5d, 0x3a].contains(byte) {
      nodes[first].detail |= SyntaxNode.withoutUpper
    } else {
      try parseValue(depth + 1)
    }
    endNode(first)
  }

  /// Parses the ` with(…)` that may follow a value.
  private mutating func parseChanges(after first: Int, _ depth: Int) throws(ValueError) {
    let end = position
    skipSpace()
    guard byte == UInt8(ascii: "w"), bytes[position...].starts(with: "with(".utf8) else {
      position = end
      return
    }
    wrapNode(first, in: .with)
    position += 4
    try parseArguments(depth, opener: position)
    endNode(first)
  }

  /// Makes a node the first child of a new one in its place.
  private mutating func wrapNode(_ first: Int, in kind: SyntaxNode.Kind) {
    nodes.insert(SyntaxNode(kind: kind, start: nodes[first].start), at: first)
    // The node moved by one index, so every index inside it moves too.
    for index in first + 1..<nodes.count { nodes[index].next += 1 }
  }

  /// Parses `..<b` or `...b`.
  private mutating func parsePrefixRange(_ depth: Int) throws(ValueError) {
    let isClosed = byte(after: 2) == UInt8(ascii: ".")
    guard isClosed || byte(after: 2) == UInt8(ascii: "<") else { throw unexpected() }
    let node = beginNode(.range)
    nodes[node].detail = SyntaxNode.withoutLower | (isClosed ? SyntaxNode.closed : 0)
    position += 3
    try parseValue(depth + 1)
    endNode(node)
  }

  // MARK: Shared steps

  mutating func beginNode(_ kind: SyntaxNode.Kind) -> Int {
    nodes.append(SyntaxNode(kind: kind, start: Int32(position)))
    return nodes.count - 1
  }

  mutating func endNode(_ node: Int) {
    nodes[node].end = Int32(position)
    nodes[node].next = Int32(nodes.count)
  }

  mutating func appendLeaf(_ kind: SyntaxNode.Kind, length: Int) {
    let node = beginNode(kind)
    position += length
    endNode(node)
  }

  mutating func skipSpace() {
    while position < bytes.count, bytes[position] == 0x20 || (9...13).contains(bytes[position]) {
      position += 1
    }
  }

  /// The error for text after a complete value: the next word.
  private var unexpectedRest: ValueError {
    if let bareUUID { return bareUUID }
    var end = position
    while end < bytes.count, bytes[end] > 0x20 { end += 1 }
    let found = String(decoding: bytes[position..<end], as: UTF8.self)
    return ValueError(.syntax, position..<end, "expected the end after a value, found '\(found)'")
  }

  /// Returns the error for the text at the current position.
  func unexpected(_ expected: String = "a value") -> ValueError {
    if let bareUUID { return bareUUID }
    guard !isAtEnd else {
      return ValueError(.syntax, position..<position, "expected \(expected), found the end")
    }
    var end = position + 1
    while end < bytes.count, bytes[end] & 0xc0 == 0x80 { end += 1 }
    let found = String(decoding: bytes[position..<end], as: UTF8.self)
    return ValueError(.syntax, position..<end, "expected \(expected), found '\(found)'")
  }
}

func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

func isNameStart(_ byte: UInt8) -> Bool {
  (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7a) || byte == 0x5f || byte >= 0x80 || byte == 0x60
}

/// Whether a byte can occur in a Swift identifier.
package func isNameByte(_ byte: UInt8) -> Bool {
  (isNameStart(byte) && byte != 0x60) || isDigit(byte)
}

/// Returns the end of a name in backticks that starts at `start`. `nil` if it does not end on its
/// line.
package func endOfBackticks<Bytes: RandomAccessCollection>(
  _ bytes: Bytes, from start: Int
) -> Int? where Bytes.Element == UInt8, Bytes.Index == Int {
  var index = start + 1
  while index < bytes.endIndex, bytes[index] != 0x0a {
    if bytes[index] == UInt8(ascii: "`") { return index + 1 }
    index += 1
  }
  return nil
}
