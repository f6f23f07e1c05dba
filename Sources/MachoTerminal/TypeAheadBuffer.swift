import MachoSystem

/// Keys read from the terminal but not yet processed, with pastes kept apart.
struct TypeAheadBuffer {
  enum Key: Equatable {
    case scalar(Unicode.Scalar)
    /// Pasted text with `\n` for every kind of line end, and without control characters except tabs.
    case paste(String)
  }

  private var keys: ArraySlice<Key> = []
  /// The bytes of an incomplete key.
  private var bytes: [UInt8] = []
  /// The bytes of an incomplete paste; `nil` outside a paste.
  private var paste: [UInt8]?
  private(set) var isAtEnd = false
  /// Whether the keys contain a Ctrl-C.
  private(set) var isInterrupted = false

  /// Whether the next key is a Ctrl-C.
  var startsWithInterrupt: Bool { keys.first == .scalar(controlC) }

  init(interrupted: Bool = false) {
    if interrupted { append(.scalar(controlC)) }
  }

  /// Reads all available bytes. The bytes of an arrow key or a paste are split only at the end of a
  /// buffer.
  mutating func read(from descriptor: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    repeat {
      switch ReadResult.next(from: descriptor, into: &buffer) {
      case .bytes(let chunk):
        // A Ctrl-C that arrives alone was typed. It ends a paste whose end never came.
        let isTyped = chunk.allSatisfy { $0 == UInt8(controlC.value) } && !isReadable(descriptor)
        if isTyped { paste = nil }
        consume(chunk)
      case .noData: break
      // A terminal that hung up reports an error.
      case .end, .failed: isAtEnd = true
      }
    } while !isAtEnd && hasIncompleteInput && isReadable(descriptor)
    // The terminal sends a bracket as a whole. So bytes that only resemble its start are keys.
    decodeKeys(atEnd: true)
  }

  mutating func consume(_ chunk: some Sequence<UInt8>) {
    for byte in chunk {
      if paste != nil { consumePasted(byte) } else { consumeTyped(byte) }
    }
  }

  /// Returns the next complete key.
  mutating func next() -> Key? {
    let key = keys.popFirst()
    if key == .scalar(controlC) { isInterrupted = keys.contains(.scalar(controlC)) }
    // Releases the memory: the array behind a slice never shrinks when elements are removed.
    if keys.isEmpty { keys = [] }
    return key
  }

  /// Whether further input may continue the bytes read so far.
  var hasIncompleteInput: Bool { paste != nil || !bytes.isEmpty }

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
      // A single escape, possibly followed by a bracket.
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

  /// Decodes bytes to keys. Bytes that do not start a character are dropped.
  private mutating func decodeKeys(atEnd: Bool) {
    var rest = bytes[...]
    while let first = rest.first {
      if first == openingBracket[0], !atEnd { break }
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      // The sequence ends at the first byte that does not continue it.
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
    var followsReturn = false
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\n" where followsReturn: break
      case "\r", "\n": text.append("\n")
      case "\t": text.append(scalar)
      case _ where scalar.properties.generalCategory == .control: break
      default: text.append(scalar)
      }
      followsReturn = scalar == "\r"
    }
    return String(text)
  }
}

private let controlC: Unicode.Scalar = "\u{3}"
private let openingBracket = Array("\u{1B}[200~".utf8)
private let closingBracket = Array("\u{1B}[201~".utf8)
