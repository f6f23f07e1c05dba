import MachoStreams

/// Keys that were read from the terminal and not yet asked for, with pastes told apart from them.
struct TypeAheadBuffer {
  enum Key: Equatable {
    case scalar(Unicode.Scalar)
    /// What the terminal put in brackets, with `\n` for every kind of line end and without other
    /// control characters than tabs.
    case paste(String)
  }

  private var keys: ArraySlice<Key> = []
  /// Bytes that are no whole key yet.
  private var bytes: [UInt8] = []
  /// The paste that is being received, once its opening bracket has come.
  private var paste: [UInt8]?
  private(set) var isAtEnd = false
  /// A Ctrl-C waits among the keys.
  private(set) var isInterrupted = false

  /// A Ctrl-C is the next of them.
  var startsWithInterrupt: Bool { keys.first == .scalar(controlC) }

  init(interrupted: Bool = false) {
    if interrupted { append(.scalar(controlC)) }
  }

  /// Reads all that is there: an arrow's bytes, or a paste's, come apart only where a buffer ends.
  mutating func read(from descriptor: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    repeat {
      switch ReadResult.next(from: descriptor, into: &buffer) {
      case .bytes(let chunk): consume(chunk)
      case .noData: break
      // A terminal that was hung up says so with an error.
      case .end, .failed: isAtEnd = true
      }
    } while !isAtEnd && hasIncompleteInput && isReadable(descriptor)
    // What looked like the beginning of a bracket is keys: a bracket comes as a whole.
    decodeKeys(atEnd: true)
  }

  mutating func consume(_ chunk: some Sequence<UInt8>) {
    for byte in chunk {
      if paste != nil { consumePasted(byte) } else { consumeTyped(byte) }
    }
  }

  /// The next whole key.
  mutating func next() -> Key? {
    let key = keys.popFirst()
    if key == .scalar(controlC) { isInterrupted = keys.contains(.scalar(controlC)) }
    // The array behind a slice that was taken from never shrinks.
    if keys.isEmpty { keys = [] }
    return key
  }

  /// Whether what came last may go on with what is there already.
  private var hasIncompleteInput: Bool { paste != nil || !bytes.isEmpty }

  private mutating func append(_ key: Key) {
    if key == .scalar(controlC) { isInterrupted = true }
    keys.append(key)
  }

  private mutating func consumeTyped(_ byte: UInt8) {
    bytes.append(byte)
    guard bytes.first == openingBracket[0] else { return decodeKeys(atEnd: false) }
    if bytes.count == openingBracket.count, bytes == openingBracket {
      bytes = []
      paste = []
    } else if !openingBracket.starts(with: bytes) {
      // An escape by itself, and then perhaps a bracket.
      let escape = byte == openingBracket[0] ? bytes.popLast() : nil
      decodeKeys(atEnd: true)
      if let escape { bytes.append(escape) }
    }
  }

  private mutating func consumePasted(_ byte: UInt8) {
    paste?.append(byte)
    guard byte == closingBracket.last, let bytes = paste,
      bytes.suffix(closingBracket.count).elementsEqual(closingBracket)
    else { return }
    paste = nil
    append(.paste(Self.text(ofPasted: bytes.dropLast(closingBracket.count))))
  }

  /// Turns bytes to keys. Bytes that begin no character are dropped: they were no key.
  private mutating func decodeKeys(atEnd: Bool) {
    var rest = bytes[...]
    while let first = rest.first {
      if first == openingBracket[0], !atEnd { break }
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      // A byte that goes no further ends the sequence, whole or not.
      let sequence = rest.prefix(length)
      let tail = sequence.dropFirst().prefix { $0 & 0xC0 == 0x80 }
      if tail.count + 1 < length, tail.endIndex == rest.endIndex { break }
      rest = rest.dropFirst(tail.count + 1)
      if tail.count + 1 == length, let text = String(validating: sequence, as: UTF8.self),
        let scalar = text.unicodeScalars.first, !(0x80..<0xA0).contains(scalar.value)
      {
        append(.scalar(scalar))
      }
    }
    bytes = Array(rest)
  }

  private static func text(ofPasted bytes: ArraySlice<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    var isBehindReturn = false
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\n" where isBehindReturn: break
      case "\r", "\n": text.append("\n")
      case "\t": text.append(scalar)
      case _ where scalar.properties.generalCategory == .control: break
      default: text.append(scalar)
      }
      isBehindReturn = scalar == "\r"
    }
    return String(text)
  }
}

private let controlC: Unicode.Scalar = "\u{3}"
private let openingBracket = Array("\u{1B}[200~".utf8)
private let closingBracket = Array("\u{1B}[201~".utf8)
