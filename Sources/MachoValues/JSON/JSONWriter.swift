import MachoMetadata

extension JSONValue {
  /// The value as text on one line, without spaces.
  package var text: String {
    var output = ByteBuffer()
    write(to: &output)
    return output.text()
  }

  /// The value as indented text: one member or element per line, two spaces per level.
  package var prettyText: String {
    var output = ByteBuffer()
    write(to: &output, newline: [0x0a])
    return output.text()
  }

  /// Appends the text on one line, without a line feed.
  package func write(to output: inout ByteBuffer) {
    switch self {
    case .null: output.append("null")
    case .bool(let flag): output.append(flag ? "true" : "false")
    case .number(let number): output.append(number.text)
    case .string(let text): JSONValue.write(text, to: &output)
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        element.write(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        JSONValue.write(member.key, to: &output)
        output.append(UInt8(ascii: ":"))
        member.value.write(to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  /// Appends the indented text. `newline` is a line feed followed by the current indentation.
  private func write(to output: inout ByteBuffer, newline: [UInt8]) {
    let inner = newline + [0x20, 0x20]
    switch self {
    case .array(let elements) where !elements.isEmpty:
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        output.append(inner)
        element.write(to: &output, newline: inner)
      }
      output.append(newline)
      output.append(UInt8(ascii: "]"))
    case .object(let members) where !members.isEmpty:
      output.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        output.append(inner)
        JSONValue.write(member.key, to: &output)
        output.append(": ")
        member.value.write(to: &output, newline: inner)
      }
      output.append(newline)
      output.append(UInt8(ascii: "}"))
    default: write(to: &output)
    }
  }

  /// Appends a string literal.
  package static func write(_ text: String, to output: inout ByteBuffer) {
    output.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { bytes in
      var start = 0
      while true {
        let special = ByteSearch.firstSpecialOfJSON(in: bytes, from: start)
        // SAFETY: here and below, the buffer copies the bytes, which are borrowed for the call.
        output.append(UnsafeBufferPointer(rebasing: bytes[start..<special]))
        guard special < bytes.count else { break }
        start = special + writeEscape(of: bytes, at: special, to: &output)
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Appends the escape for the character at `index`. Returns the character's length in bytes.
  private static func writeEscape(
    of bytes: UnsafeBufferPointer<UInt8>, at index: Int, to output: inout ByteBuffer
  ) -> Int {
    switch bytes[index] {
    case UInt8(ascii: "\""): output.append("\\\"")
    case UInt8(ascii: "\\"): output.append("\\\\")
    case 0x0a: output.append("\\n")
    case 0x0d: output.append("\\r")
    case 0x09: output.append("\\t")
    case 0xe2:
      // U+2028 and U+2029 end a line in JavaScript and in tools that split text at Unicode line
      // breaks.
      let isSeparator = bytes[index + 1] == 0x80 && bytes[index + 2] & 0xfe == 0xa8
      guard isSeparator else {
        output.append(UnsafeBufferPointer(rebasing: bytes[index..<index + 3]))
        return 3
      }
      output.append(bytes[index + 2] == 0xa8 ? "\\u2028" : "\\u2029")
      return 3
    case let control:
      let digits = Array("0123456789abcdef".utf8)
      output.append("\\u00")
      output.append(digits[Int(control >> 4)])
      output.append(digits[Int(control & 15)])
    }
    return 1
  }
}
