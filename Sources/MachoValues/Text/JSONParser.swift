/// Parses JSON into the value syntax's tree, so that values from files are built like typed values.
enum JSONParser {
  static func parse(_ text: String) throws(ValueError) -> SyntaxTree {
    var parser = try Parser(text[...])
    try parser.parseJSONValue(0)
    parser.skipSpace()
    guard parser.isAtEnd else { throw parser.unexpected("the end") }
    return SyntaxTree(bytes: parser.bytes, nodes: parser.nodes)
  }
}

extension Parser {
  fileprivate mutating func parseJSONValue(_ depth: Int) throws(ValueError) {
    guard depth < Parser.depthLimit else {
      throw ValueError(
        .tooDeep, position..<position + 1, "values nest at most \(Parser.depthLimit) deep")
    }
    skipSpace()
    switch byte {
    case UInt8(ascii: "{"): try parseJSONObject(depth)
    case UInt8(ascii: "["): try parseJSONArray(depth)
    case UInt8(ascii: "\""): try parseJSONString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try parseNumber()
    case let first where isNameStart(first):
      let node = beginNode(.name)
      let name = try parseName()
      nodes[node].contentStart = Int32(name.lowerBound)
      nodes[node].contentEnd = Int32(name.upperBound)
      nodes[node].detail = SyntaxNode.json
      endNode(node)
      let word = String(decoding: bytes[name], as: UTF8.self)
      guard word == "true" || word == "false" || word == "null" else {
        throw ValueError(.syntax, name, "'\(excerpt(word))' is not JSON")
      }
    default: throw unexpected("a JSON value")
    }
  }

  private mutating func parseJSONString() throws(ValueError) {
    let first = nodes.count
    // In JSON, `"""` is an empty string followed by the start of another, not a multi-line string.
    if byte(after: 1) == UInt8(ascii: "\""), byte(after: 2) == UInt8(ascii: "\"") {
      throw unexpected("',' or an end")
    }
    try parseString()
    nodes[first].detail |= SyntaxNode.json
  }

  private mutating func parseJSONArray(_ depth: Int) throws(ValueError) {
    let opener = position
    let node = beginNode(.array)
    nodes[node].detail = SyntaxNode.json
    position += 1
    skipSpace()
    while byte != UInt8(ascii: "]") {
      try parseJSONValue(depth + 1)
      try parseJSONSeparator(UInt8(ascii: "]"), "[", opener)
    }
    position += 1
    endNode(node)
  }

  private mutating func parseJSONObject(_ depth: Int) throws(ValueError) {
    let opener = position
    let node = beginNode(.object)
    position += 1
    skipSpace()
    while byte != UInt8(ascii: "}") {
      guard byte == UInt8(ascii: "\"") else {
        throw isAtEnd ? unclosed("{", at: opener) : unexpected("a key in quotes")
      }
      try parseJSONString()
      skipSpace()
      guard byte == UInt8(ascii: ":") else { throw unexpected("':'") }
      position += 1
      try parseJSONValue(depth + 1)
      try parseJSONSeparator(UInt8(ascii: "}"), "{", opener)
    }
    position += 1
    endNode(node)
  }

  private mutating func parseJSONSeparator(
    _ end: UInt8, _ delimiter: String, _ opener: Int
  ) throws(ValueError) {
    skipSpace()
    if byte == UInt8(ascii: ",") {
      position += 1
      skipSpace()
      if byte == end { throw unexpected("a value after ','") }
    } else if byte != end {
      throw isAtEnd ? unclosed(delimiter, at: opener) : unexpected("',' or an end")
    }
  }
}
