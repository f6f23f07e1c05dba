/// The escapes of JSON strings.
enum JSONEscape {
  /// The message for an invalid `\u`.
  static let expectedScalar = "expected \\uXXXX with a Unicode scalar or a surrogate pair"

  /// Returns the byte that a backslash and `letter` stand for. `nil` for `u` and invalid escapes.
  static func byte(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "n"): 0x0a
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "r"): 0x0d
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0c
    default: nil
    }
  }

  /// Parses the digits after `\u`, and the second escape of a pair of surrogates.
  static func scalar<Bytes: RandomAccessCollection<UInt8>>(
    in bytes: Bytes, at position: inout Int
  ) -> Unicode.Scalar? where Bytes.Index == Int {
    guard let first = parseHexWord(bytes, &position) else { return nil }
    guard first & 0xfc00 == 0xd800 else { return Unicode.Scalar(first) }
    guard bytes[position...].starts(with: #"\u"#.utf8) else { return nil }
    position += 2
    guard let second = parseHexWord(bytes, &position), second & 0xfc00 == 0xdc00 else { return nil }
    return Unicode.Scalar(0x10000 + (first & 0x3ff) << 10 + (second & 0x3ff))
  }

  private static func parseHexWord<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes, _ position: inout Int
  ) -> UInt32? where Bytes.Index == Int {
    guard position + 4 <= bytes.endIndex else { return nil }
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = hexDigit(bytes[position]) else { return nil }
      value = value << 4 | digit
      position += 1
    }
    return value
  }
}
