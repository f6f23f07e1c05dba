#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Questions about the bytes of whole texts, which may have megabytes.
///
/// A loop over a collection calls a witness or two for each byte in a debug build. The system's own
/// functions do not, nor does a loop over a plain pointer.
package enum ByteSearch {
  /// The first place of a byte at or behind `start`.
  package static func first(
    _ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0
  ) -> Int? {
    guard start < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + start, Int32(byte), bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// Whether a text has a byte, which stands for an ASCII character.
  package static func contains(_ byte: UInt8, in text: some StringProtocol) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { first(byte, in: $0) != nil }
      ?? text.utf8.contains(byte)
  }

  /// Whether two texts are the same byte for byte. `==` would call `é` and `e` with an accent the
  /// same.
  package static func areSame(_ first: String, _ second: String) -> Bool {
    var (first, second) = (first, second)
    return first.withUTF8 { first in
      second.withUTF8 { second in
        guard first.count == second.count else { return false }
        guard let left = first.baseAddress, let right = second.baseAddress else { return true }
        return memcmp(left, right, first.count) == 0
      }
    }
  }

  /// Whether the bytes are the same.
  static func areSame(_ first: [UInt8], _ second: UnsafeBufferPointer<UInt8>) -> Bool {
    first.withUnsafeBufferPointer { first in
      guard first.count == second.count else { return false }
      guard let left = first.baseAddress, let right = second.baseAddress else { return true }
      return memcmp(left, right, first.count) == 0
    }
  }

  /// The lines of a text, by line feeds alone.
  package static func lines(of text: String) -> [String] {
    var text = text
    return text.withUTF8 { bytes in
      var lines: [String] = []
      var start = 0
      while let end = first(UInt8(ascii: "\n"), in: bytes, from: start) {
        lines.append(String(decoding: bytes[start..<end], as: UTF8.self))
        start = end + 1
      }
      lines.append(String(decoding: bytes[start...], as: UTF8.self))
      return lines
    }
  }

  /// The first byte at or behind `start` that means something in a string literal: a quotation
  /// mark, a backslash or a control character; the number of bytes when there is none.
  package static func firstSpecial(in bytes: [UInt8], from start: Int) -> Int {
    bytes.withUnsafeBufferPointer { firstSpecial(in: $0, from: start, quote: 0x22, last: 0xFF) }
  }

  /// As above, of bytes that are no array.
  static func firstSpecial(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    firstSpecial(in: bytes, from: start, quote: 0x22, last: 0xFF)
  }

  /// The first byte that JSON's strings do not show as it is, or that may begin a separator of
  /// lines, U+2028 or U+2029; the number of bytes when there is none.
  static func firstSpecialOfJSON(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let count = bytes.count
    guard start < count, let base = bytes.baseAddress else { return count }
    var index = start
    while index < count {
      // In bounds: `index` is below the count of the buffer that `base` begins.
      let byte = base[index]
      if byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0xE2 { return index }
      index += 1
    }
    return count
  }

  /// Whether no byte is above 0x7F.
  static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = bytes.baseAddress else { return true }
    var union: UInt8 = 0
    // In bounds: `index` is below the count of the buffer that `base` begins.
    for index in 0..<bytes.count { union |= base[index] }
    return union < 0x80
  }

  /// Whether a text is printable ASCII without backslashes, and without quotation marks if they
  /// matter.
  package static func isPrintableASCII(_ text: String, allowingQuotes: Bool) -> Bool {
    var text = text
    return text.withUTF8 { isPrintableASCII($0, allowingQuotes: allowingQuotes) }
  }

  /// The same of bytes.
  package static func isPrintableASCII(
    _ bytes: UnsafeBufferPointer<UInt8>, allowingQuotes: Bool
  ) -> Bool {
    // A backslash is looked for anyway.
    firstSpecial(in: bytes, from: 0, quote: allowingQuotes ? 0x5C : 0x22, last: 0x7E)
      == bytes.count
  }

  private static func firstSpecial(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, quote: UInt8, last: UInt8
  ) -> Int {
    let count = bytes.count
    guard start < count, let base = bytes.baseAddress else { return count }
    var index = start
    while index < count {
      // In bounds: `index` is below the count of the buffer that `base` begins.
      let byte = base[index]
      if byte < 0x20 || byte == quote || byte == 0x5C || byte > last { return index }
      index += 1
    }
    return count
  }
}
