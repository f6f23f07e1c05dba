/// The bytes of a text that is read from its beginning to its end, without a tree.
///
/// It takes what most values are written with and nothing else; whatever a take does not know is
/// left to `Parser`, which knows all of the language.
struct ByteCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var copy: [UInt8]?
  var position = 0
  /// How deep the value that is read next is nested, counted as `Parser` counts.
  var depth = 0
  /// Whether what is read next follows a dot, as the rest of a chain.
  var isChained = false
  /// Whether the value is to be sent.
  let isSending: Bool

  init(_ bytes: UnsafeBufferPointer<UInt8>, isSending: Bool) {
    self.bytes = bytes
    self.isSending = isSending
  }

  var isAtEnd: Bool { position >= bytes.count }

  /// The byte that comes next; 0 at the end.
  var byte: UInt8 { byte(after: 0) }

  func byte(after offset: Int) -> UInt8 {
    // In bounds: the position begins with 0, and nobody goes back behind where he came from.
    position + offset < bytes.count ? bytes[unchecked: position + offset] : 0
  }

  /// All of the bytes, for who reads on from an array.
  mutating func copiedBytes() -> [UInt8] {
    if let copy { return copy }
    let made = Array(bytes)
    copy = made
    return made
  }

  mutating func skipSpace() {
    while case let next = byte, next == 0x20 || (next >= 9 && next <= 13) { position += 1 }
  }

  mutating func consume(_ wanted: UInt8) -> Bool {
    guard byte == wanted, !isAtEnd else { return false }
    position += 1
    return true
  }

  /// Goes one deeper; false where `Parser` goes no deeper.
  mutating func beginNesting() -> Bool {
    depth += 1
    return depth < Parser.depthLimit
  }

  /// Takes what closes a list if it comes next, and goes back up.
  mutating func endNesting(_ closing: UInt8) -> Bool {
    guard consume(closing) else { return false }
    depth -= 1
    return true
  }

  /// Takes some bytes if they come next.
  mutating func consume(_ wanted: [UInt8]) -> Bool {
    guard isNext(wanted) else { return false }
    position += wanted.count
    return true
  }

  func isNext(_ wanted: [UInt8]) -> Bool {
    guard bytes.count - position >= wanted.count else { return false }
    return wanted.withUnsafeBufferPointer { wanted in
      for index in 0..<wanted.count
      where bytes[unchecked: position + index] != wanted[unchecked: index] {
        return false
      }
      return true
    }
  }

  /// Takes `label:` if it comes next.
  mutating func consumeLabel(_ label: [UInt8]) -> Bool {
    guard isNext(label), byte(after: label.count) == UInt8(ascii: ":") else { return false }
    position += label.count + 1
    return true
  }

  /// Takes a name alone: neither the beginning of a longer one nor of a call or chain.
  mutating func consumeWord(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard isNext(name: word) else { return false }
    switch byte(after: count) {
    case UInt8(ascii: "("), UInt8(ascii: "."), UInt8(ascii: "<"): return false
    default:
      position += count
      return true
    }
  }

  /// Whether a name comes next, whatever is behind it.
  func isNext(name: StaticString) -> Bool {
    let count = name.utf8CodeUnitCount
    // In bounds of a static string is what is below its count.
    for index in 0..<count where byte(after: index) != name.utf8Start[index] { return false }
    return !isNameByte(byte(after: count))
  }

  /// Takes a name without backticks; nil if none comes next.
  mutating func parseName() -> Name? {
    guard isNameStart(byte), byte != UInt8(ascii: "`") else { return nil }
    let start = position
    var hash: UInt64 = NameTable.seed
    while case let next = byte, isNameByte(next) {
      hash = NameTable.combine(hash, next)
      position += 1
    }
    return Name(bytes: UnsafeBufferPointer(rebasing: bytes[start..<position]), hash: hash)
  }

  /// A name in the text, which stays as long as the text does.
  struct Name {
    let bytes: UnsafeBufferPointer<UInt8>
    let hash: UInt64
  }

  /// Takes a decimal number of at most 18 digits, which no `Int64` is too small for.
  mutating func parseInteger() -> Int64? {
    let isNegative = consume(UInt8(ascii: "-"))
    let start = position
    var value: Int64 = 0
    while case let next = byte, isDigit(next) {
      guard position - start < 18 else { return nil }
      value = value &* 10 &+ Int64(next & 0x0f)
      position += 1
    }
    guard position > start else { return nil }
    return isNegative ? -value : value
  }

  /// Takes a decimal number with or without a fraction.
  mutating func parseNumber() -> String? {
    let start = position
    _ = consume(UInt8(ascii: "-"))
    let digits = position
    while isDigit(byte) { position += 1 }
    guard position > digits else { return nil }
    if byte == UInt8(ascii: "."), isDigit(byte(after: 1)) {
      position += 1
      while isDigit(byte) { position += 1 }
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Takes a string in quotes on one line without escapes.
  mutating func parseString() -> String? {
    guard consume(UInt8(ascii: "\"")) else { return nil }
    let start = position
    let end = ByteSearch.firstSpecial(in: bytes, from: start)
    guard end < bytes.count, bytes[unchecked: end] == UInt8(ascii: "\"") else { return nil }
    position = end + 1
    // Three of them begin a string of several lines.
    if end == start, byte == UInt8(ascii: "\"") { return nil }
    return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The byte at an index that the caller knows to be in bounds; the subscript looks once more.
  fileprivate subscript(unchecked index: Int) -> UInt8 {
    // There is an index in bounds, so there is a base address.
    baseAddress.unsafelyUnwrapped[index]
  }
}
