/// Splits XML into tags and text. Supports what `JUnitReporter` writes: no comments, declarations of
/// types, or sections of character data.
struct XMLScanner {
  /// A part of a document.
  enum Token: Equatable {
    case open(String, [String: String])
    case close(String)
    case text(String)
  }

  /// What is wrong in the current line.
  struct Malformed: Error {
    var reason: String
  }

  private let bytes: [UInt8]
  private var position = 0
  /// The line of the next token, counted from 1.
  private(set) var line = 1
  /// The closing tag of an empty element.
  private var pendingClose: String?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // The declaration.
    if bytes.starts(with: "<?xml".utf8), let end = bytes.firstIndex(of: UInt8(ascii: ">")) {
      advance(to: end + 1)
    }
  }

  /// Returns the next token. `nil` at the end.
  mutating func next() throws(Malformed) -> Token? {
    if let name = pendingClose {
      pendingClose = nil
      return .close(name)
    }
    guard position < bytes.count else { return nil }
    guard bytes[position] == UInt8(ascii: "<") else {
      let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
      let text = try unescaped(bytes[position..<end])
      advance(to: end)
      return .text(text)
    }
    let isClosing = position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "/")
    advance(to: position + (isClosing ? 2 : 1))
    let name = try name()
    var attributes: [String: String] = [:]
    while true {
      skipSpaces()
      if take(">") { return isClosing ? .close(name) : .open(name, attributes) }
      if !isClosing, take("/>") {
        pendingClose = name
        return .open(name, attributes)
      }
      guard !isClosing, position < bytes.count else {
        throw Malformed(reason: "the tag '\(name)' is not closed")
      }
      let (key, value) = try attribute()
      guard attributes.updateValue(value, forKey: key) == nil else {
        throw Malformed(reason: "two attributes '\(key)'")
      }
    }
  }

  private mutating func attribute() throws(Malformed) -> (String, String) {
    let key = try name()
    guard take("=\"") else { throw Malformed(reason: "the attribute '\(key)' has no value") }
    guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "\"")) else {
      throw Malformed(reason: "the attribute '\(key)' is not closed")
    }
    let value = try unescaped(bytes[position..<end])
    advance(to: end + 1)
    return (key, value)
  }

  private mutating func name() throws(Malformed) -> String {
    let end =
      bytes[position...].firstIndex { !Self.isNameByte($0) } ?? bytes.count
    guard end > position else { throw Malformed(reason: "not well-formed XML") }
    defer { advance(to: end) }
    return String(decoding: bytes[position..<end], as: UTF8.self)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  private func unescaped(_ bytes: ArraySlice<UInt8>) throws(Malformed) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Malformed(reason: "not UTF-8")
    }
    guard bytes.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      guard let end = rest[start...].firstIndex(of: ";"),
        let character = Self.entity(rest[rest.index(after: start)..<end])
      else { throw Malformed(reason: "unknown entity") }
      result.append(character)
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func entity(_ name: Substring) -> Character? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let isHexadecimal = name.hasPrefix("#x")
      let code = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
      return code.flatMap(Unicode.Scalar.init).map(Character.init)
    }
  }

  private mutating func skipSpaces() {
    let end = bytes[position...].firstIndex { !" \n\r\t".utf8.contains($0) } ?? bytes.count
    advance(to: end)
  }

  private mutating func take(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    advance(to: position + text.utf8.count)
    return true
  }

  private mutating func advance(to end: Int) {
    line += bytes[position..<end].count { $0 == UInt8(ascii: "\n") }
    position = end
  }
}
