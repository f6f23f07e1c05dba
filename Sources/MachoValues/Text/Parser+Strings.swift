extension Parser {
  /// Parses `"…"`, `#"…"#` or `"""…"""`. Finds only the end; `SyntaxTree.stringValue` resolves
  /// escapes on demand.
  mutating func parseString() throws(ValueError) {
    let opener = position
    let node = beginNode(.string)
    var hashes = 0
    while byte == UInt8(ascii: "#") {
      hashes += 1
      position += 1
    }
    guard byte == UInt8(ascii: "\""), hashes <= 15 else { throw unexpected("a string") }
    let isMultiline =
      byte(after: 1) == UInt8(ascii: "\"") && byte(after: 2) == UInt8(ascii: "\"")
      && opensMultiline(hashes)
    position += isMultiline ? 3 : 1
    nodes[node].detail = UInt8(hashes) | (isMultiline ? SyntaxNode.multiline : 0)
    nodes[node].contentStart = Int32(position)
    while !isAtEnd {
      switch byte {
      case UInt8(ascii: "\\") where follows(hashes, at: position + 1):
        position += 1 + hashes
        if !isAtEnd { position += 1 }
      case UInt8(ascii: "\"")
      where (!isMultiline || isTripleQuote) && follows(hashes, at: position + (isMultiline ? 3 : 1)):
        nodes[node].contentEnd = Int32(position)
        position += (isMultiline ? 3 : 1) + hashes
        endNode(node)
        return
      case 0x0a where !isMultiline, 0x0d where !isMultiline:
        throw unclosed("\"", at: opener)
      default: position = ByteSearch.firstSpecial(in: bytes, from: position + 1)
      }
    }
    throw unclosed(isMultiline ? "\"\"\"" : "\"", at: opener)
  }

  private var isTripleQuote: Bool {
    byte(after: 1) == UInt8(ascii: "\"") && byte(after: 2) == UInt8(ascii: "\"")
  }

  /// `"""` opens a multi-line string, but `#"""#` is a raw string with one quotation mark: as in
  /// Swift, a raw string that ends on its first line has one line.
  private func opensMultiline(_ hashes: Int) -> Bool {
    guard hashes > 0 else { return true }
    var index = position + 1
    while index < bytes.count, bytes[index] != 0x0a, bytes[index] != 0x0d {
      if bytes[index] == UInt8(ascii: "\\"), follows(hashes, at: index + 1) {
        index += 1 + hashes
      } else if bytes[index] == UInt8(ascii: "\""), follows(hashes, at: index + 1) {
        return false
      }
      index += 1
    }
    return true
  }

  private func follows(_ hashes: Int, at index: Int) -> Bool {
    guard index + hashes <= bytes.count else { return false }
    for offset in 0..<hashes where bytes[index + offset] != UInt8(ascii: "#") { return false }
    return true
  }
}
