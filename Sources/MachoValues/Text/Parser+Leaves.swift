extension Parser {
  /// A number with whatever is glued to it: `0xff`, `1_000`, `1.5e-3`, `300ms`, `2024-01-01T…`.
  mutating func number() throws(ValueError) {
    let node = open(.number)
    if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
      position += 1
      // `-.infinity` is Swift's own spelling.
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
    if position == start + 4, byte == UInt8(ascii: "-"), isDigit(byte(after: 1)) { takeDate() }
    close(node)
  }

  private mutating func takeDate() {
    while isNameByte(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":")
      || byte == UInt8(ascii: "+") || (byte == UInt8(ascii: ".") && isDigit(byte(after: 1)))
    {
      position += 1
    }
  }

  mutating func hash() {
    let node = open(.hash)
    position += 1
    let start = position
    while isDigit(byte) { position += 1 }
    nodes[node].contentStart = Int32(start)
    nodes[node].contentEnd = Int32(position)
    close(node)
  }

  /// `@file("name")`
  mutating func file(_ depth: Int) throws(ValueError) {
    let node = open(.file)
    position += 1
    let name = isNameStart(byte) ? try takeName() : position..<position
    guard bytes[name].elementsEqual("file".utf8), byte == UInt8(ascii: "(") else {
      throw ValueError(
        .syntax, Int(nodes[node].start)..<max(position, Int(nodes[node].start) + 1),
        "expected @file(\"name\")", candidates: ["@file"])
    }
    try arguments(depth, opener: position)
    close(node)
    let inside = SyntaxTree(bytes: [], nodes: nodes).children(node)
    guard inside.count == 1, nodes[inside[0]].kind == .string else {
      throw ValueError(
        .syntax, Int(nodes[node].start)..<position, "@file takes one string, the file's name")
    }
  }

  /// `$name`, and the path that goes on from it: `$contact.id`, `$rows[0]`.
  mutating func variable(_ depth: Int) throws(ValueError) {
    let node = open(.variable)
    position += 1
    let name = try takeName()
    nodes[node].contentStart = Int32(name.lowerBound)
    nodes[node].contentEnd = Int32(name.upperBound)
    try passPath(depth)
    // The path is read from its text when the variable's value is there.
    nodes.removeSubrange((node + 1)...)
    close(node)
  }

  private mutating func passPath(_ depth: Int) throws(ValueError) {
    while true {
      if byte == UInt8(ascii: "."), isNameByte(byte(after: 1)) {
        position += 1
        if isDigit(byte) {
          while isDigit(byte) { position += 1 }
        } else {
          _ = try takeName()
        }
      } else if byte == UInt8(ascii: "[") {
        let opener = position
        position += 1
        _ = takeLabel()
        try value(depth + 1)
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

  /// `\.query`, `\State.rows[0].text`: kept as text.
  mutating func keyPath() throws(ValueError) {
    let node = open(.keyPath)
    position += 1
    let start = position
    while isNameByte(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "?")
      || byte == UInt8(ascii: "!")
    {
      position += 1
    }
    guard position > start else { throw unexpected("a key path") }
    nodes[node].contentStart = Int32(start)
    nodes[node].contentEnd = Int32(position)
    close(node)
  }
}
