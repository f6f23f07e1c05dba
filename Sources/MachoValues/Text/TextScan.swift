/// Scans a line of text for open brackets and separators without parsing its values.
package enum TextScan {
  /// Whether the text closes every bracket and string that it opens. Surplus closing brackets also
  /// count as complete; the parser rejects them.
  package static func isComplete(_ text: Substring) -> Bool {
    var scanner = Scanner(bytes: Array(text.utf8))
    while scanner.next() != nil {}
    return scanner.depth <= 0 && !scanner.isInString
  }

  /// Returns the UTF-8 offsets of `separator` outside brackets and strings.
  package static func offsets(of separator: String, in text: Substring) -> [Int] {
    let wanted = Array(separator.utf8)
    var scanner = Scanner(bytes: Array(text.utf8))
    var found: [Int] = []
    while let position = scanner.next() {
      if scanner.depth == 0, scanner.bytes[position...].starts(with: wanted) {
        found.append(position)
      }
    }
    return found
  }

  /// Splits the text at each `separator` outside brackets and strings.
  package static func split(_ text: Substring, by separator: String) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var offset = 0
    for position in offsets(of: separator, in: text) where position >= offset {
      let end = text.utf8.index(text.startIndex, offsetBy: position)
      parts.append(text[start..<end])
      start = text.utf8.index(end, offsetBy: separator.utf8.count)
      offset = position + separator.utf8.count
    }
    parts.append(text[start...])
    return parts
  }

  /// Iterates over the bytes outside strings.
  private struct Scanner {
    let bytes: [UInt8]
    var position = 0
    var depth = 0
    var isInString = false

    /// Returns the offset of the next byte outside strings. `nil` at the end.
    mutating func next() -> Int? {
      while position < bytes.count {
        let start = position
        switch bytes[position] {
        case UInt8(ascii: "\""), UInt8(ascii: "#"):
          guard let length = stringLength(at: position) else {
            position += 1
            return start
          }
          guard length >= 0 else {
            isInString = true
            position = bytes.count
            return nil
          }
          position += length
          continue
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        default: break
        }
        position += 1
        return start
      }
      return nil
    }

    /// Returns the length of the string that starts here: `nil` if none does, -1 for a multi-line
    /// string that does not end.
    private func stringLength(at start: Int) -> Int? {
      var quote = start
      while quote < bytes.count, quote - start < 16, bytes[quote] == UInt8(ascii: "#") {
        quote += 1
      }
      guard quote < bytes.count, bytes[quote] == UInt8(ascii: "\"") else { return nil }
      var parser = Parser(bytes: bytes, position: start)
      do throws(ValueError) {
        try parser.parseString()
        return parser.position - start
      } catch {
        let isMultiline = bytes[quote...].starts(with: Array("\"\"\"".utf8))
        if isMultiline { return -1 }
        // A single-line string cannot continue on the next line, so the text counts as complete.
        return (bytes[start...].firstIndex(of: 0x0a) ?? bytes.count) - start
      }
    }
  }
}
