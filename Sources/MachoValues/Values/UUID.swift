#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `UUID(1)` for 00000000-0000-0000-0000-000000000001, `UUID("…")`. Also reads a bare string, and
/// customDump's `UUID(0000…)`.
extension UUID: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> UUID {
    let inside =
      literal.onlyArgument(of: "UUID", "init")
      ?? literal.onlyArgument(of: "UUID", labelled: "uuidString") ?? literal
    if inside.node != literal.node, inside.number != nil, inside.raw == nil {
      let number = try inside.value(as: UInt64.self)
      guard number < 1 << 48 else {
        throw inside.error(.outOfRange, "UUID(n) takes a number below 2^48")
      }
      return UUID(short: number)
    }
    guard let text = inside.raw ?? inside.string, let uuid = UUID(uuidString: text) else {
      let number = (try? literal.value(as: UInt64.self)).flatMap { $0 < 1 << 48 ? $0 : nil }
      throw literal.wrongType(UUID.self, candidates: ["UUID(\(number ?? 1))"])
    }
    return uuid
  }

  public func write(to printer: inout ValuePrinter) {
    printer.write(text: text)
  }

  var text: String { short.map { "UUID(\($0))" } ?? quotedText }

  /// `UUID("…")`. PERFORMANCE: completion writes the text of thousands of identities.
  private var quotedText: String {
    String(unsafeUninitializedCapacity: 44) { text in
      var end = 0
      func append(_ byte: UInt8) {
        text[end] = byte
        end += 1
      }
      func append(digit: UInt8) {
        append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
      }
      for byte in #"UUID(""#.utf8 { append(byte) }
      withUnsafeBytes(of: uuid) { bytes in
        for (index, byte) in bytes.enumerated() {
          if index == 4 || index == 6 || index == 8 || index == 10 { append(UInt8(ascii: "-")) }
          append(digit: byte >> 4)
          append(digit: byte & 15)
        }
      }
      for byte in #"")"#.utf8 { append(byte) }
      return end
    }
  }

  /// Creates a UUID whose last 12 hexadecimal digits are `number`. All other digits are 0.
  init(short number: UInt64) {
    let byte = { (index: UInt64) in UInt8(truncatingIfNeeded: number >> (index * 8)) }
    self.init(
      uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, byte(5), byte(4), byte(3), byte(2), byte(1), byte(0)))
  }

  /// The last group as a number, if all other groups are 0.
  var short: UInt64? {
    withUnsafeBytes(of: uuid) { bytes in
      guard bytes.prefix(10).allSatisfy({ $0 == 0 }) else { return nil }
      return bytes.dropFirst(10).reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}

extension Parser {
  /// The error for a UUID without quotes around the current position. `nil` if there is none.
  var bareUUID: ValueError? {
    func isPart(_ byte: UInt8) -> Bool { isNameByte(byte) || byte == UInt8(ascii: "-") }
    let before = bytes[..<min(position, bytes.count)]
    let start = before.lastIndex(where: { !isPart($0) }).map { $0 + 1 } ?? 0
    let word = bytes[start...].prefix(while: isPart)
    let text = String(decoding: word.prefix(37), as: UTF8.self)
    guard let uuid = UUID(uuidString: text) else { return nil }
    return ValueError(
      .syntax, word.indices, "a UUID needs quotes", candidates: [uuid.text, "\"\(text)\""])
  }
}
