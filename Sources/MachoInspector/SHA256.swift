/// The hash by which a Content-Security-Policy names a script or a style (FIPS 180-4).
enum SHA256 {
  /// Returns the hash of a text's UTF-8 in base 64.
  static func base64(of text: String) -> String { base64(hash(Array(text.utf8))) }

  static func hash(_ message: [UInt8]) -> [UInt8] {
    var bytes = message + [0x80]
    bytes += [UInt8](repeating: 0, count: (120 - bytes.count % 64) % 64)
    bytes += bigEndian(UInt64(message.count) * 8)
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
      0x5be0_cd19,
    ]
    for start in stride(from: 0, to: bytes.count, by: 64) {
      compress(bytes[start..<start + 64], into: &state)
    }
    return state.flatMap(bigEndian)
  }

  private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var schedule = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
      block[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (two, fifteen) = (schedule[index - 2], schedule[index - 15])
      let first = rotate(fifteen, 7) ^ rotate(fifteen, 18) ^ fifteen >> 3
      let second = rotate(two, 17) ^ rotate(two, 19) ^ two >> 10
      schedule.append(schedule[index - 16] &+ first &+ schedule[index - 7] &+ second)
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let sumOfE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
      let choice = (e & f) ^ (~e & g)
      let first = h &+ sumOfE &+ choice &+ constants[index] &+ schedule[index]
      let sumOfA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let second = sumOfA &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static func bigEndian(_ word: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: word.bigEndian) { Array($0) }
  }

  /// The fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = (2...311).filter { number in
    !(2..<number).contains { number % $0 == 0 }
  }.map { prime in
    // Exact: the integer cube root of prime · 2^96.
    let target = UInt128(prime) << 96
    var root: UInt128 = 0
    for bit in (0..<36).reversed() {
      let next = root | UInt128(1) << UInt128(bit)
      if next * next * next <= target { root = next }
    }
    return UInt32(truncatingIfNeeded: root)
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let word = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for index in 0..<4 {
        let digit = digits[Int(word >> UInt32(18 - 6 * index) & 63)]
        result.append(index <= group.count ? digit : UInt8(ascii: "="))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
