extension JSONValue {
  /// The text on one line, without a space.
  package var text: String {
    var output: [UInt8] = []
    write(to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// The text with members and elements below each other, two spaces deeper each time.
  package var prettyText: String {
    var output: [UInt8] = []
    write(to: &output, newline: [0x0a])
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends the text of one line to `output`: no byte of it is a line feed.
  package func write(to output: inout [UInt8]) {
    switch self {
    case .null: output.append(contentsOf: "null".utf8)
    case .bool(let flag): output.append(contentsOf: flag ? "true".utf8 : "false".utf8)
    case .number(let number): output.appendBytes(of: number.text)
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

  /// Appends the text of several lines; `newline` is a line feed and the indentation behind it.
  private func write(to output: inout [UInt8], newline: [UInt8]) {
    let inner = newline + [0x20, 0x20]
    switch self {
    case .array(let elements) where !elements.isEmpty:
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        output.append(contentsOf: inner)
        element.write(to: &output, newline: inner)
      }
      output.append(contentsOf: newline)
      output.append(UInt8(ascii: "]"))
    case .object(let members) where !members.isEmpty:
      output.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        output.append(contentsOf: inner)
        JSONValue.write(member.key, to: &output)
        output.append(contentsOf: ": ".utf8)
        member.value.write(to: &output, newline: inner)
      }
      output.append(contentsOf: newline)
      output.append(UInt8(ascii: "}"))
    default: write(to: &output)
    }
  }

  /// Appends a string literal.
  package static func write(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { bytes in
      var start = 0
      while true {
        let special = ByteSearch.firstSpecialOfJSON(in: bytes, from: start)
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<special]))
        guard special < bytes.count else { break }
        start = special + writeEscape(of: bytes, at: special, to: &output)
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Appends what stands for the character at `index`; tells how many bytes that is.
  private static func writeEscape(
    of bytes: UnsafeBufferPointer<UInt8>, at index: Int, to output: inout [UInt8]
  ) -> Int {
    switch bytes[index] {
    case UInt8(ascii: "\""): output.append(contentsOf: "\\\"".utf8)
    case UInt8(ascii: "\\"): output.append(contentsOf: "\\\\".utf8)
    case 0x0a: output.append(contentsOf: "\\n".utf8)
    case 0x0d: output.append(contentsOf: "\\r".utf8)
    case 0x09: output.append(contentsOf: "\\t".utf8)
    case 0xe2:
      // To JavaScript, and to whoever cuts text by Unicode's lines, these two end a line.
      let isSeparator = bytes[index + 1] == 0x80 && bytes[index + 2] & 0xfe == 0xa8
      guard isSeparator else {
        output.append(contentsOf: bytes[index..<index + 3])
        return 3
      }
      output.append(contentsOf: bytes[index + 2] == 0xa8 ? "\\u2028".utf8 : "\\u2029".utf8)
      return 3
    case let control:
      let digits = Array("0123456789abcdef".utf8)
      output.append(contentsOf: "\\u00".utf8)
      output.append(digits[Int(control >> 4)])
      output.append(digits[Int(control & 15)])
    }
    return 1
  }
}

extension [UInt8] {
  fileprivate mutating func appendBytes(of text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }
}
