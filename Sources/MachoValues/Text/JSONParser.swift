/// Parses JSON into the value syntax's tree, so that values from files are built like typed values.
enum JSONParser {
  static func parse(_ text: String) throws(ValueError) -> SyntaxTree {
    var parser = try Parser(text[...])
    try parser.parseJSON()
    return SyntaxTree(bytes: parser.bytes, nodes: parser.nodes)
  }
}

extension Parser: JSONGrammar {
  mutating func parseJSONObject(_ depth: Int) throws(ValueError) {
    let node = beginNode(.object)
    try parseMembers { parser throws(ValueError) in
      try parser.parseJSONString()
    } value: { parser throws(ValueError) in
      try parser.parseJSONValue(depth + 1)
    }
    endNode(node)
  }

  mutating func parseJSONArray(_ depth: Int) throws(ValueError) {
    let node = beginNode(.array)
    nodes[node].detail = SyntaxNode.json
    try parseElements { parser throws(ValueError) in try parser.parseJSONValue(depth + 1) }
    endNode(node)
  }

  mutating func parseJSONString() throws(ValueError) {
    let first = nodes.count
    // In JSON, `"""` is an empty string followed by the start of another, not a multi-line string.
    if byte(after: 1) == UInt8(ascii: "\""), byte(after: 2) == UInt8(ascii: "\"") {
      throw unexpected("',' or an end")
    }
    try parseString()
    nodes[first].detail |= SyntaxNode.json
  }

  /// Parses a number of the value syntax, such as `300ms`.
  mutating func parseJSONNumber() throws(ValueError) { try parseNumber() }

  mutating func parseJSONWord() throws(ValueError) {
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
  }
}
