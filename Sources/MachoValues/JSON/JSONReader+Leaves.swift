extension JSONReader {
  /// Parses a number as RFC 8259 defines it: no `+`, no leading zero, and digits on both sides of
  /// the point.
  mutating func parseNumber() throws(ValueError) -> JSONNumber {
    let start = position
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let first = position
    var value = 0
    while isDigit(byte) {
      value = value &* 10 &+ Int(byte & 0x0f)
      position += 1
    }
    let digits = position - first
    guard digits > 0 else { throw unexpected("a digit") }
    if digits > 1, bytes[first] == UInt8(ascii: "0") {
      position = first + 1
      throw unexpected("no digit after a leading 0")
    }
    // Eighteen digits fit into an Int. `-0` is not the text of an Int.
    if digits <= 18, byte != UInt8(ascii: "."), byte | 0x20 != UInt8(ascii: "e"),
      !isNegative || value != 0
    {
      return JSONNumber(isNegative ? -value : value)
    }
    if byte == UInt8(ascii: ".") { try parseDigits(1) }
    if byte | 0x20 == UInt8(ascii: "e") {
      let sign = position + 1 < bytes.count ? bytes[position + 1] : 0
      try parseDigits(sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") ? 2 : 1)
    }
    let text = String(decoding: slice(start..<position), as: UTF8.self)
    if text != "-0", let value = Int(text) { return JSONNumber(value) }
    return JSONNumber(verbatim: text)
  }

  private mutating func parseDigits(_ count: Int) throws(ValueError) {
    position += count
    guard isDigit(byte) else { throw unexpected("a digit") }
    while isDigit(byte) { position += 1 }
  }

  /// Parses a string. Rejects control characters, invalid escapes and invalid UTF-8.
  mutating func parseString() throws(ValueError) -> String {
    let opener = position
    let content = position + 1
    position = ByteSearch.firstSpecial(in: bytes, from: content)
    if byte == UInt8(ascii: "\"") {
      position += 1
      return try decoded(slice(content..<position - 1), opener)
    }
    var output = Array(slice(content..<position))
    while byte == UInt8(ascii: "\\") {
      try appendEscape(to: &output)
      let start = position
      position = ByteSearch.firstSpecial(in: bytes, from: start)
      output.append(contentsOf: slice(start..<position))
    }
    guard position < bytes.count else { throw unclosed("\"", opener) }
    guard byte == UInt8(ascii: "\"") else {
      throw ValueError(
        .syntax, position..<position + 1,
        "a control character in a string must be escaped as \\u00XX")
    }
    position += 1
    return try output.withUnsafeBufferPointer { output throws(ValueError) in
      try decoded(output, opener)
    }
  }

  private func decoded(
    _ bytes: UnsafeBufferPointer<UInt8>, _ opener: Int
  ) throws(ValueError) -> String {
    // PERFORMANCE: `validating` costs hundreds of instructions even for ASCII, which needs no
    // validation.
    if ByteSearch.isASCII(bytes) { return String(decoding: bytes, as: UTF8.self) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ValueError(.syntax, opener..<position, "the string is not valid UTF-8")
    }
    return text
  }

  /// Parses the escape at the current position and appends its value.
  private mutating func appendEscape(to output: inout [UInt8]) throws(ValueError) {
    let start = position
    position += 2
    switch start + 1 < bytes.count ? bytes[start + 1] : 0 {
    case UInt8(ascii: "\""): output.append(UInt8(ascii: "\""))
    case UInt8(ascii: "\\"): output.append(UInt8(ascii: "\\"))
    case UInt8(ascii: "/"): output.append(UInt8(ascii: "/"))
    case UInt8(ascii: "n"): output.append(0x0a)
    case UInt8(ascii: "t"): output.append(0x09)
    case UInt8(ascii: "r"): output.append(0x0d)
    case UInt8(ascii: "b"): output.append(0x08)
    case UInt8(ascii: "f"): output.append(0x0c)
    case UInt8(ascii: "u"):
      guard let scalar = parseEscapedScalar() else {
        throw ValueError(
          .syntax, start..<min(position, bytes.count),
          "expected \\uXXXX with a Unicode scalar or a surrogate pair")
      }
      output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    default:
      throw ValueError(
        .syntax, start..<min(position, bytes.count), "invalid escape in a string")
    }
  }

  /// Parses `\uXXXX`, or a pair of surrogates.
  private mutating func parseEscapedScalar() -> Unicode.Scalar? {
    guard let first = parseHexWord() else { return nil }
    guard first & 0xfc00 == 0xd800 else { return Unicode.Scalar(first) }
    guard byte == UInt8(ascii: "\\"), position + 1 < bytes.count,
      bytes[position + 1] == UInt8(ascii: "u")
    else { return nil }
    position += 2
    guard let second = parseHexWord(), second & 0xfc00 == 0xdc00 else { return nil }
    return Unicode.Scalar(0x10000 + (first & 0x3ff) << 10 + (second & 0x3ff))
  }

  private mutating func parseHexWord() -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = hexDigit(byte) else { return nil }
      value = value << 4 | digit
      position += 1
    }
    return value
  }

  private func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[range])
  }
}
