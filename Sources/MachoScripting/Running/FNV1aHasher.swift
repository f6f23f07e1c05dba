/// An FNV-1a hash that, unlike `Hasher`, is the same in every process and on every machine.
///
/// A final mixing step spreads the entropy over all bits, so that a few of them suffice. The hash
/// detects accidental differences. It is not cryptographic.
package struct FNV1aHasher {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates a hasher without input.
  package init() {}

  /// Creates a hasher of one text.
  package init(_ text: String) {
    self.init()
    combine(text)
  }

  /// Creates a hasher of the bytes of a file.
  package init(_ bytes: [UInt8]) {
    self.init()
    for byte in bytes { combine(byte) }
  }

  /// Adds a text after a prefix, and a terminator.
  package mutating func combine(_ text: String, after prefix: StaticString = "") {
    prefix.withUTF8Buffer { for byte in $0 { combine(byte) } }
    var text = text
    text.withUTF8 { for byte in $0 { combine(byte) } }
    // This byte does not occur in UTF-8.
    combine(0xFF)
  }

  /// Adds a text and its length, in words of eight bytes. Faster than `combine(_:after:)`, with another hash.
  package mutating func combine(words text: String) {
    var (text, word, count) = (text, UInt64(0), 0)
    text.withUTF8 { bytes in
      for byte in bytes {
        word = word << 8 | UInt64(byte)
        count += 1
        if count % 8 == 0 { combine(word: word) }
      }
    }
    combine(word: word)
    combine(number: count)
  }

  /// Adds a number as one word.
  package mutating func combine(number: Int) { combine(word: UInt64(bitPattern: Int64(number))) }

  private mutating func combine(word: UInt64) {
    state = (state ^ word) &* 0x100_0000_01B3
    // A multiplication alone never lets the high bits affect the low ones.
    state ^= state >> 32
  }

  private mutating func combine(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  /// The hash value.
  package var value: UInt64 {
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// The hash value as sixteen hexadecimal digits.
  package var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
