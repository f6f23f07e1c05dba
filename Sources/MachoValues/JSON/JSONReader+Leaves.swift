extension JSONReader {
  /// Parses a number as RFC 8259 defines it: no `+`, no leading zero, and digits on both sides of
  /// the point.
  mutating func parseJSONNumber() throws(ValueError) -> JSONValue { .number(try parseNumber()) }

  private mutating func parseNumber() throws(ValueError) -> JSONNumber {
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

  mutating func parseJSONString() throws(ValueError) -> JSONValue { .string(try parseString()) }

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
    guard position < bytes.count else { throw unclosed("\"", at: opener) }
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

  // SAFETY: see `JSONReader.bytes`.
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
    let escape = start + 1 < bytes.count ? bytes[start + 1] : 0
    if let value = JSONEscape.byte(escape) {
      output.append(value)
    } else if escape != UInt8(ascii: "u") {
      throw ValueError(
        .syntax, start..<min(position, bytes.count), "invalid escape in a string")
    } else if let scalar = JSONEscape.scalar(in: bytes, at: &position) {
      output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    } else {
      throw ValueError(
        .syntax, start..<min(position, bytes.count), JSONEscape.expectedScalar)
    }
  }

  private func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[range])
  }
}
