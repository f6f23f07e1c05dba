extension Parser {
  /// Parses a number with its suffix: `0xff`, `1_000`, `1.5e-3`, `300ms`, `2024-01-01T…`.
  mutating func parseNumber() throws(ValueError) {
    let node = beginNode(.number)
    if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
      position += 1
      // `-.infinity` is a valid Swift expression.
      if byte == UInt8(ascii: "."), isNameStart(byte(after: 1)) { position += 1 }
    }
    guard isNameByte(byte) else { throw unexpected("a number") }
    let start = position
    let isHex = byte == UInt8(ascii: "0") && byte(after: 1) | 0x20 == UInt8(ascii: "x")
    while position < bytes.count {
      if isNameByte(byte) {
        position += 1
      } else if byte == UInt8(ascii: "."), isDigit(byte(after: 1)) {
        position += 1
      } else if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+"), isDigit(byte(after: 1)),
        position > start,
        bytes[position - 1] | 0x20 == UInt8(ascii: isHex ? "p" : "e")
      {
        position += 1
      } else {
        break
      }
    }
    if position == start + 4, byte == UInt8(ascii: "-"), isDigit(byte(after: 1)) { parseDate() }
    endNode(node)
  }

  private mutating func parseDate() {
    while isNameByte(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":")
      || byte == UInt8(ascii: "+") || (byte == UInt8(ascii: ".") && isDigit(byte(after: 1)))
    {
      position += 1
    }
  }

  mutating func parseOrdinal() {
    let node = beginNode(.ordinal)
    position += 1
    let start = position
    while isDigit(byte) { position += 1 }
    nodes[node].contentStart = Int32(start)
    nodes[node].contentEnd = Int32(position)
    endNode(node)
  }

  /// Parses `@file("name")`.
  mutating func parseFile(_ depth: Int) throws(ValueError) {
    let node = beginNode(.file)
    position += 1
    let name = isNameStart(byte) ? try parseName() : position..<position
    guard bytes[name].elementsEqual("file".utf8), byte == UInt8(ascii: "(") else {
      throw ValueError(
        .syntax, Int(nodes[node].start)..<max(position, Int(nodes[node].start) + 1),
        "expected @file(\"name\")", candidates: ["@file"])
    }
    try parseArguments(depth, opener: position)
    endNode(node)
    let inside = SyntaxTree(bytes: [], nodes: nodes).children(node)
    guard inside.count == 1, nodes[inside[0]].kind == .string else {
      throw ValueError(
        .syntax, Int(nodes[node].start)..<position, "@file takes one string, the file's name")
    }
  }

  /// Parses `$name` with an optional path: `$contact.id`, `$rows[0]`.
  mutating func parseVariable(_ depth: Int) throws(ValueError) {
    let node = beginNode(.variable)
    position += 1
    let name = try parseName()
    nodes[node].contentStart = Int32(name.lowerBound)
    nodes[node].contentEnd = Int32(name.upperBound)
    try skipPath(depth)
    // The path is parsed again from its text when the variable's value is known.
    nodes.removeSubrange((node + 1)...)
    endNode(node)
  }

  private mutating func skipPath(_ depth: Int) throws(ValueError) {
    while true {
      if byte == UInt8(ascii: "."), isNameByte(byte(after: 1)) || isNameStart(byte(after: 1)) {
        position += 1
        if isDigit(byte) {
          while isDigit(byte) { position += 1 }
        } else {
          _ = try parseName()
        }
      } else if byte == UInt8(ascii: "[") {
        let opener = position
        position += 1
        _ = parseLabel()
        try parseValue(depth + 1)
        skipSpace()
        guard byte == UInt8(ascii: "]") else {
          throw isAtEnd ? unclosed("[", at: opener) : unexpected("']'")
        }
        position += 1
      } else {
        return
      }
    }
  }

  /// Parses a key path as text: `\.query`, `\State.rows[0].text`, `\.$query`.
  mutating func parseKeyPath() throws(ValueError) {
    let node = beginNode(.keyPath)
    position += 1
    let start = position
    while isNameByte(byte) || isNameStart(byte) || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "$")
    {
      if byte == UInt8(ascii: "`") { _ = try parseName() } else { position += 1 }
    }
    guard position > start else { throw unexpected("a key path") }
    nodes[node].contentStart = Int32(start)
    nodes[node].contentEnd = Int32(position)
    endNode(node)
  }
}
