extension Parser {
  /// Parses `(…)`: values with or without labels, as a tuple or as the arguments of a call.
  mutating func parseGroup(_ kind: SyntaxNode.Kind, close closer: UInt8, _ depth: Int)
    throws(ValueError)
  {
    let node = beginNode(kind)
    try parseArguments(depth, opener: position)
    endNode(node)
  }

  /// Parses from an opening parenthesis to its closing one.
  mutating func parseArguments(_ depth: Int, opener: Int) throws(ValueError) {
    position += 1
    while true {
      skipSpace()
      if byte == UInt8(ascii: ")") { break }
      let label = parseLabel()
      if isAtEnd { throw unclosed("(", at: opener) }
      let first = nodes.count
      try parseValue(depth + 1)
      nodes[first].labelStart = Int32(label.lowerBound)
      nodes[first].labelEnd = Int32(label.upperBound)
      skipSpace()
      if byte == UInt8(ascii: ",") {
        position += 1
      } else if byte != UInt8(ascii: ")") {
        if isAtEnd { throw unclosed("(", at: opener) }
        throw unexpected("',' or ')'")
      }
    }
    position += 1
  }

  /// Parses `name:`. Returns an empty range and consumes nothing if no label is next.
  mutating func parseLabel() -> Range<Int> {
    guard isNameStart(byte) else { return 0..<0 }
    let start = position
    guard let label = try? parseName() else {
      position = start
      return 0..<0
    }
    var colon = position
    while colon < bytes.count, bytes[colon] == 0x20 { colon += 1 }
    guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else {
      position = start
      return 0..<0
    }
    position = colon + 1
    return label
  }

  /// Parses `[…]`: an array, or a dictionary if a colon follows the first value.
  mutating func parseBrackets(_ depth: Int) throws(ValueError) {
    let opener = position
    let node = beginNode(.array)
    position += 1
    skipSpace()
    if byte == UInt8(ascii: ":") {
      nodes[node].kind = .dictionary
      position += 1
      skipSpace()
    }
    var count = 0
    while byte != UInt8(ascii: "]") {
      if isAtEnd { throw unclosed("[", at: opener) }
      try parseValue(depth + 1)
      skipSpace()
      if byte == UInt8(ascii: ":"), count == 0 || nodes[node].kind == .dictionary {
        nodes[node].kind = .dictionary
        position += 1
        try parseValue(depth + 1)
        skipSpace()
      } else if nodes[node].kind == .dictionary {
        if isAtEnd { throw unclosed("[", at: opener) }
        throw unexpected("':'")
      }
      count += 1
      if byte == UInt8(ascii: ",") {
        position += 1
        skipSpace()
      } else if byte != UInt8(ascii: "]") {
        if isAtEnd { throw unclosed("[", at: opener) }
        throw unexpected("',' or ']'")
      }
    }
    position += 1
    endNode(node)
  }

  func unclosed(_ delimiter: String, at opener: Int) -> ValueError {
    ValueError(
      .unclosed, opener..<opener + delimiter.utf8.count, "this '\(delimiter)' is never closed")
  }
}
