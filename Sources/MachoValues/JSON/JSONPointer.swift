/// The location of a value inside another, as in RFC 6901: `/rows/0/name`.
package struct JSONPointer: Hashable, Sendable {
  /// The keys and indexes from the outside in. Empty for the whole value.
  package var tokens: [String]

  /// Creates a pointer from its keys and indexes.
  package init(_ tokens: [String]) { self.tokens = tokens }

  /// Reads a pointer such as `/a~1b/0`. Returns `nil` if the text is not a pointer.
  package init?(parsing text: String) {
    guard !text.isEmpty else {
      self.init([])
      return
    }
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    var tokens: [String] = []
    for part in text.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      guard let token = Self.unescaped(part) else { return nil }
      tokens.append(token)
    }
    self.init(tokens)
  }

  /// The pointer's text. Empty for the whole value.
  package var text: String {
    var bytes: [UInt8] = []
    for token in tokens {
      bytes.append(UInt8(ascii: "/"))
      for byte in token.utf8 {
        switch byte {
        case UInt8(ascii: "~"): bytes.append(contentsOf: "~0".utf8)
        case UInt8(ascii: "/"): bytes.append(contentsOf: "~1".utf8)
        default: bytes.append(byte)
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func unescaped(_ token: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var isEscape = false
    for byte in token {
      switch (isEscape, byte) {
      case (false, UInt8(ascii: "~")): isEscape = true
      case (false, _): bytes.append(byte)
      case (true, UInt8(ascii: "0")):
        bytes.append(UInt8(ascii: "~"))
        isEscape = false
      case (true, UInt8(ascii: "1")):
        bytes.append(UInt8(ascii: "/"))
        isEscape = false
      default: return nil
      }
    }
    return isEscape ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
