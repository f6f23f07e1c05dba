/// The tokens of a piece of Swift source: as much of Swift as an argument list of literals needs.
enum SourceTokens {
  enum Token: Equatable {
    case identifier(String)
    /// A number or a string without interpolation.
    case literal(String)
    /// One character.
    case punctuation(String)
  }

  /// Returns the tokens between the parenthesis at a location and its counterpart, or up to the first
  /// literal that is not supported. `nil` if there is no parenthesis, or no counterpart.
  static func inParentheses(of source: [UInt8], line: Int, column: Int) -> [Token]? {
    var start = source.startIndex
    for _ in 1..<max(1, line) {
      guard let end = source[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      start = end + 1
    }
    start += column - 1
    guard start < source.endIndex, source[start] == UInt8(ascii: "(") else { return nil }
    var scanner = Scanner(source: source, position: start + 1)
    var tokens: [Token] = []
    var depth = 0
    while let token = scanner.next() {
      if token == .punctuation("(") { depth += 1 }
      if token == .punctuation(")") {
        if depth == 0 { return tokens }
        depth -= 1
      }
      tokens.append(token)
    }
    return scanner.position < source.endIndex ? tokens : nil
  }

  private struct Scanner {
    let source: [UInt8]
    var position: Int

    /// Returns the next token. `nil` at the end and before unsupported source.
    mutating func next() -> Token? {
      skipSpace()
      guard let byte = peek() else { return nil }
      switch byte {
      case UInt8(ascii: "\""): return string()
      case UInt8(ascii: "#"): return nil
      case UInt8(ascii: "0")...UInt8(ascii: "9"): return .literal(word(including: "."))
      case _ where Self.isWord(byte): return .identifier(word(including: ""))
      default:
        position += 1
        return .punctuation(String(UnicodeScalar(byte)))
      }
    }

    private func peek(_ offset: Int = 0) -> UInt8? {
      position + offset < source.endIndex ? source[position + offset] : nil
    }

    private mutating func skipSpace() {
      while let byte = peek() {
        if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "/") {
          while let byte = peek(), byte != UInt8(ascii: "\n") { position += 1 }
        } else if byte <= UInt8(ascii: " ") {
          position += 1
        } else {
          return
        }
      }
    }

    /// Returns a string literal on one line. `nil` if it has several lines or an interpolation.
    private mutating func string() -> Token? {
      let start = position
      position += 1
      while let byte = peek(), byte != UInt8(ascii: "\n") {
        position += 1
        if byte == UInt8(ascii: "\"") {
          let isEmpty = position == start + 2
          if isEmpty, peek() == byte { return nil }
          return .literal(String(decoding: source[start..<position], as: UTF8.self))
        }
        if byte == UInt8(ascii: "\\") {
          if peek() == UInt8(ascii: "(") { return nil }
          position += 1
        }
      }
      return nil
    }

    /// Returns the letters, digits and underscores at the position. A dot is included before a
    /// digit.
    private mutating func word(including dot: String) -> String {
      let start = position
      while let byte = peek() {
        let isDot =
          !dot.isEmpty && byte == UInt8(ascii: ".")
          && peek(1).map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } == true
        guard Self.isWord(byte) || isDot else { break }
        position += 1
      }
      return String(decoding: source[start..<position], as: UTF8.self)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
        true
      default: false
      }
    }
  }
}
