import MachoValues

/// Scans the brackets and strings of a command, line by line, to find where the command ends.
///
/// The scanner knows Swift's delimiters `(`, `[`, `{`, `"`, `"""`, both raw string forms and the
/// backticks of names. It does not know verbs. As in Swift, `"` and `#"` end with their line;
/// multi-line strings do not.
struct DelimiterScanner {
  /// An opening delimiter with its position.
  struct Opening: Hashable {
    var byte: UInt8
    var line: Int32
    var column: Int32
  }

  /// An error that ends the command at the end of its line.
  enum Defect: Hashable {
    case unclosedString(Range<Int>, line: Int)
    case mismatchedBracket(Opening, closer: UInt8, column: Int, line: Int)
  }

  /// The open delimiters, outermost first. An open multi-line string is the last.
  private(set) var open: [Opening] = []
  /// The first defect of the command.
  private(set) var defect: Defect?
  /// The number of `#` before the open multi-line string. `nil` if none is open.
  private var multilineHashes: Int?

  /// Whether the lines so far are a complete command.
  var isComplete: Bool { open.isEmpty || defect != nil }

  /// Whether the lines so far are not a whole command.
  var isBroken: Bool { !open.isEmpty || defect != nil }

  /// Scans one line from a column.
  mutating func scan(_ text: String, line: Int, from column: Int = 0) {
    var text = text
    text.withUTF8 { scan($0, line: line, from: column) }
  }

  // SAFETY: here and below, the bytes are borrowed from the text for the call, and each index is
  // compared with their count.
  private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, line: Int, from column: Int) {
    var index = column
    var hashes = 0
    while index < bytes.count {
      if let openHashes = multilineHashes {
        guard let end = endOfString(in: bytes, from: index, quotes: 3, hashes: openHashes) else {
          return
        }
        multilineHashes = nil
        open.removeLast()
        index = end
        continue
      }
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        push(byte, line: line, column: index)
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        close(byte, line: line, column: index)
      case UInt8(ascii: "\""):
        index = scanString(in: bytes, at: index, hashes: hashes, line: line)
        hashes = 0
        continue
      case UInt8(ascii: "`"):
        if let end = endOfBackticks(bytes, from: index) {
          index = end
          hashes = 0
          continue
        }
      default:
        break
      }
      hashes = byte == UInt8(ascii: "#") ? hashes + 1 : 0
      index += 1
    }
  }

  private mutating func push(_ byte: UInt8, line: Int, column: Int) {
    open.append(
      Opening(
        byte: byte, line: Int32(truncatingIfNeeded: line),
        column: Int32(truncatingIfNeeded: column)))
  }

  private mutating func close(_ byte: UInt8, line: Int, column: Int) {
    // The command's own parser reports a closer without an opener: it knows what it expects.
    guard let last = open.last else { return }
    if closer(of: last.byte) == byte {
      open.removeLast()
    } else if defect == nil {
      defect = .mismatchedBracket(last, closer: byte, column: column, line: line)
    }
  }

  /// Scans the string that opens at `index`. Returns the index at which scanning continues.
  private mutating func scanString(
    in bytes: UnsafeBufferPointer<UInt8>, at index: Int, hashes: Int, line: Int
  ) -> Int {
    let isTriple =
      index + 2 < bytes.count && bytes[index + 1] == bytes[index]
      && bytes[index + 2] == bytes[index]
    if isTriple, hashes == 0 || !contains(bytes, from: index + 1, quoteAnd: hashes) {
      multilineHashes = hashes
      push(bytes[index], line: line, column: index - hashes)
      return index + 3
    }
    if let end = endOfString(in: bytes, from: index + 1, quotes: 1, hashes: hashes) { return end }
    if defect == nil { defect = .unclosedString(index - hashes..<bytes.count, line: line) }
    return bytes.count
  }

  /// Returns whether a raw string ends in this line. `#"""#` is a complete raw string in Swift, so
  /// three quotes open a multi-line string only if no raw end follows.
  private func contains(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, quoteAnd hashes: Int
  ) -> Bool {
    endOfString(in: bytes, from: start, quotes: 1, hashes: hashes) != nil
  }

  /// Returns the index after the string's closing delimiter, or `nil` if it is not in this line.
  private func endOfString(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, quotes: Int, hashes: Int
  ) -> Int? {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\") where hasRun(of: UInt8(ascii: "#"), in: bytes, at: index + 1, hashes):
        index += 2 + hashes
      case UInt8(ascii: "\"")
      where hasRun(of: UInt8(ascii: "\""), in: bytes, at: index, quotes)
        && hasRun(of: UInt8(ascii: "#"), in: bytes, at: index + quotes, hashes):
        return index + quotes + hashes
      default:
        index += 1
      }
    }
    return nil
  }

  private func hasRun(
    of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, at start: Int, _ count: Int
  ) -> Bool {
    guard start + count <= bytes.count else { return false }
    var index = start
    while index < start + count {
      if bytes[index] != byte { return false }
      index += 1
    }
    return true
  }

  private func closer(of byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "("): UInt8(ascii: ")")
    case UInt8(ascii: "["): UInt8(ascii: "]")
    default: UInt8(ascii: "}")
    }
  }
}
