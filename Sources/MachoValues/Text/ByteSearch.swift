import MachoLocks
import MachoMetadata

/// Searches in the bytes of texts that may have several megabytes.
///
/// PERFORMANCE: in a debug build, a loop over a collection calls a witness or two per byte. The C
/// functions and loops over plain pointers do not.
package enum ByteSearch {
  /// Returns the index of the first `byte` at or after `start`. `nil` if there is none.
  package static func first(
    _ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0
  ) -> Int? {
    guard start < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + start, Int32(byte), bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// Whether a text contains `byte`, an ASCII character.
  package static func contains(_ byte: UInt8, in text: some StringProtocol) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { first(byte, in: $0) != nil }
      ?? text.utf8.contains(byte)
  }

  /// Whether two texts have the same bytes. `==` considers both encodings of `é` equal.
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

  /// Returns the lines of a text, separated by line feeds only.
  package static func lines(of text: String) -> [String] {
    var lines: [String] = []
    // PERFORMANCE: most texts are the output of one command. A growing array allocates three times
    // for that.
    lines.reserveCapacity(8)
    forEachLine(of: text) { lines.append($0) }
    return lines
  }

  /// Calls a function with each line of a text, separated by line feeds only.
  package static func forEachLine(of text: String, _ body: (String) -> Void) {
    var text = text
    text.withUTF8 { bytes in
      var start = 0
      while let end = first(UInt8(ascii: "\n"), in: bytes, from: start) {
        body(String(decoding: bytes[start..<end], as: UTF8.self))
        start = end + 1
      }
      body(String(decoding: bytes[start...], as: UTF8.self))
    }
  }

  /// Returns the index of the first byte at or after `start` that is special in a string literal: a
  /// quotation mark, a backslash or a control character. Returns the number of bytes if there is
  /// none.
  package static func firstSpecial(in bytes: [UInt8], from start: Int) -> Int {
    bytes.withUnsafeBufferPointer { firstSpecial(in: $0, from: start, quote: 0x22, last: 0xFF) }
  }

  /// Returns the same index for bytes in a buffer.
  static func firstSpecial(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    firstSpecial(in: bytes, from: start, quote: 0x22, last: 0xFF)
  }

  /// Returns the index of the first byte that JSON strings must escape, or that may start U+2028 or
  /// U+2029. Returns the number of bytes if there is none.
  static func firstSpecialOfJSON(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    firstIndex(in: bytes, from: start) { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 == 0xE2 }
  }

  /// Whether no byte is above 0x7F.
  static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = bytes.baseAddress else { return true }
    var union: UInt8 = 0
    // SAFETY: `index` is less than the buffer's count.
    for index in 0..<bytes.count { union |= base[index] }
    return union < 0x80
  }

  /// Whether a text is printable ASCII without backslashes and, unless `allowingQuotes`, without
  /// quotation marks.
  package static func isPrintableASCII(_ text: String, allowingQuotes: Bool) -> Bool {
    var text = text
    return text.withUTF8 { isPrintableASCII($0, allowingQuotes: allowingQuotes) }
  }

  /// Whether bytes are printable ASCII without backslashes and, unless `allowingQuotes`, without
  /// quotation marks.
  package static func isPrintableASCII(
    _ bytes: UnsafeBufferPointer<UInt8>, allowingQuotes: Bool
  ) -> Bool {
    // The search always looks for backslashes, so passing one as `quote` allows quotation marks.
    firstSpecial(in: bytes, from: 0, quote: allowingQuotes ? 0x5C : 0x22, last: 0x7E) == bytes.count
  }

  private static func firstSpecial(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, quote: UInt8, last: UInt8
  ) -> Int {
    firstIndex(in: bytes, from: start) { $0 < 0x20 || $0 == quote || $0 == 0x5C || $0 > last }
  }

  /// Returns the index of the first byte at or after `start` that is special. Returns the number of
  /// bytes if there is none. Printable ASCII without quotes and backslashes must not be special.
  ///
  /// PERFORMANCE: passes over such bytes eight at a time, because most texts contain nothing else.
  @inline(__always)
  private static func firstIndex(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, where isSpecial: (UInt8) -> Bool
  ) -> Int {
    let count = bytes.count
    guard start < count, let base = bytes.baseAddress else { return count }
    var index = start
    while index < count {
      // SAFETY: `index` is less than the buffer's count, and at least eight less for a word.
      if count - index >= 8,
        ByteBuffer.isPlain(UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
      {
        index += 8
        continue
      }
      if isSpecial(base[index]) { return index }
      index += 1
    }
    return count
  }
}
