/// A hash that is the same in every process and on every machine, as `Hasher` is not: FNV-1a, with
/// the bits mixed at the end, so that few of them are as good as all.
///
/// It tells texts apart that differ by accident, and not by somebody's design.
package struct FNV1aHasher {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Makes the hash of nothing.
  package init() {}

  /// Makes the hash of one text.
  package init(_ text: String) {
    self.init()
    combine(text)
  }

  /// Makes the hash of a file's bytes.
  package init(_ bytes: [UInt8]) {
    self.init()
    for byte in bytes { combine(byte) }
  }

  /// Adds a text, and that it ends here.
  package mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(byte) }
    // No UTF-8 has this byte.
    combine(0xFF)
  }

  private mutating func combine(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  /// The hash.
  package var value: UInt64 {
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// The hash as sixteen hexadecimal digits.
  package var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
