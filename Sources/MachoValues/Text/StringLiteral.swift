extension SyntaxTree {
  /// Returns the value of a string literal with escapes and indentation resolved.
  func stringValue(_ node: Int) throws(ValueError) -> String {
    let range = nameRange(node)
    let detail = nodes[node].detail
    if detail & SyntaxNode.multiline != 0 { return try multilineValue(node, range) }
    let hasEscapes = bytes[range].withUnsafeBufferPointer { bytes in
      ByteSearch.first(UInt8(ascii: "\\"), in: bytes) != nil
    }
    guard hasEscapes else { return text(range) }
    var output: [UInt8] = []
    output.reserveCapacity(range.count)
    var unescaper = Unescaper(bytes: bytes, detail: detail)
    try unescaper.append(range, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Applies Swift's rules for multi-line strings. The content starts on the line after the opening
  /// `"""` and ends before the line of the closing `"""`. The closing line's indentation is removed
  /// from every line.
  private func multilineValue(_ node: Int, _ range: Range<Int>) throws(ValueError) -> String {
    guard let firstBreak = bytes[range].firstIndex(of: 0x0a),
      bytes[range.lowerBound..<firstBreak].allSatisfy(isBlank)
    else {
      throw ValueError(
        .syntax, self.range(node).lowerBound..<range.lowerBound,
        "the content of a multi-line string must begin on the line after '\"\"\"'")
    }
    let lastBreak = bytes[range].lastIndex(of: 0x0a) ?? firstBreak
    let indentation = bytes[lastBreak + 1..<range.upperBound]
    guard indentation.allSatisfy(isBlank) else {
      throw ValueError(
        .syntax, range.upperBound..<self.range(node).upperBound,
        "the closing '\"\"\"' of a multi-line string must be on its own line")
    }
    guard lastBreak > firstBreak else { return "" }
    var output: [UInt8] = []
    var unescaper = Unescaper(bytes: bytes, detail: nodes[node].detail)
    var start = firstBreak + 1
    while start <= lastBreak {
      var end = start
      while bytes[end] != 0x0a { end += 1 }
      let next = end + 1
      if end > start, bytes[end - 1] == 0x0d { end -= 1 }
      var content = start..<end
      if bytes[content].starts(with: indentation) {
        content = content.lowerBound + indentation.count..<end
      } else if bytes[content].allSatisfy(isBlank) {
        content = end..<end
      } else {
        throw ValueError(
          .syntax, content, "this line is indented less than the closing '\"\"\"'")
      }
      let continues = try unescaper.append(content, to: &output)
      if !continues, next <= lastBreak { output.append(0x0a) }
      start = next
    }
    return String(decoding: output, as: UTF8.self)
  }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0d }

/// Resolves the escapes of a literal: Swift's, after as many `#` as delimit the literal, or JSON's.
private struct Unescaper {
  let bytes: [UInt8]
  let hashes: Int
  let isJSON: Bool
  let isMultiline: Bool

  init(bytes: [UInt8], detail: UInt8) {
    self.bytes = bytes
    hashes = Int(detail & 0x0f)
    isJSON = detail & SyntaxNode.json != 0
    isMultiline = detail & SyntaxNode.multiline != 0
  }

  /// Appends the value of `range`. Returns `true` if it ends with a backslash that joins two lines.
  @discardableResult
  mutating func append(_ range: Range<Int>, to output: inout [UInt8]) throws(ValueError) -> Bool {
    var index = range.lowerBound
    while index < range.upperBound {
      guard bytes[index] == UInt8(ascii: "\\"), hasHashes(after: index, range) else {
        output.append(bytes[index])
        index += 1
        continue
      }
      let start = index
      index += 1 + hashes
      if isMultiline, bytes[index..<range.upperBound].allSatisfy(isBlank) { return true }
      guard index < range.upperBound else {
        throw ValueError(.syntax, start..<index, "invalid escape in a string")
      }
      let escape = bytes[index]
      index += 1
      switch escape {
      case UInt8(ascii: "u"):
        let scalar =
          isJSON
          ? JSONEscape.scalar(in: bytes[..<range.upperBound], at: &index)
          : swiftScalar(&index, range.upperBound)
        guard let scalar else {
          throw ValueError(
            .syntax, start..<min(index + 1, range.upperBound),
            isJSON
              ? JSONEscape.expectedScalar
              : "expected \\u{...} with a Unicode scalar in hexadecimal")
        }
        output.append(contentsOf: Character(scalar).utf8)
      case UInt8(ascii: "(") where !isJSON:
        throw ValueError(.syntax, start..<index, "string interpolation is not supported")
      default:
        guard let value = isJSON ? JSONEscape.byte(escape) : swiftByte(escape) else {
          throw ValueError(.syntax, start..<index, "invalid escape in a string")
        }
        output.append(value)
      }
    }
    return false
  }

  private func hasHashes(after index: Int, _ range: Range<Int>) -> Bool {
    guard index + hashes < range.upperBound else { return index + hashes + 1 == range.upperBound }
    return bytes[index + 1..<index + 1 + hashes].allSatisfy { $0 == UInt8(ascii: "#") }
  }

  /// Returns the byte that a backslash and `letter` stand for in a Swift literal.
  private func swiftByte(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): letter
    case UInt8(ascii: "n"): 0x0a
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "r"): 0x0d
    case UInt8(ascii: "0"): 0
    default: nil
    }
  }

  private func swiftScalar(_ index: inout Int, _ end: Int) -> Unicode.Scalar? {
    guard index < end, bytes[index] == UInt8(ascii: "{") else { return nil }
    index += 1
    var value: UInt32 = 0
    var digits = 0
    while index < end, let digit = hexDigit(bytes[index]), digits < 8 {
      value = value << 4 | digit
      digits += 1
      index += 1
    }
    guard digits > 0, index < end, bytes[index] == UInt8(ascii: "}") else { return nil }
    index += 1
    return Unicode.Scalar(value)
  }
}

/// Returns the value of a hexadecimal digit.
func hexDigit(_ byte: UInt8) -> UInt32? {
  switch byte {
  case 0x30...0x39: UInt32(byte - 0x30)
  case 0x41...0x46: UInt32(byte - 0x41 + 10)
  case 0x61...0x66: UInt32(byte - 0x61 + 10)
  default: nil
  }
}
