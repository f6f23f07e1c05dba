/// A position of the Language Server Protocol: both numbers count from 0, and the character counts
/// UTF-16 code units.
struct TextPosition: Hashable, Comparable, Sendable {
  var line: Int
  var character: Int

  static func < (one: TextPosition, other: TextPosition) -> Bool {
    (one.line, one.character) < (other.line, other.character)
  }
}

/// A range between two positions. The end is exclusive.
struct TextRange: Hashable, Sendable {
  var start: TextPosition
  var end: TextPosition
}

/// The text of an open document, with its lines as clients count them.
///
/// Clients end lines at `\n`, `\r\n` and `\r`; scripts only at the first two. `SourceLines` converts
/// between both.
struct TextDocument: Sendable {
  /// The text as UTF-8.
  private(set) var bytes: [UInt8]
  /// The offset of each line's first byte. There is at least one line.
  private var lineStarts: [Int]

  /// Creates a document.
  init(_ text: String) {
    bytes = Array(text.utf8)
    lineStarts = Self.lineStarts(of: bytes[...])
  }

  /// The whole text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The number of lines. A text that ends in a newline has an empty last line.
  var lineCount: Int { lineStarts.count }

  /// The end of the text.
  var end: TextPosition { position(of: bytes.count) }

  /// Replaces a range. Positions outside of the text are moved to the nearest valid one.
  mutating func replace(_ range: TextRange, with text: String) {
    let start = offset(of: range.start)
    let end = max(start, offset(of: range.end))
    let added = Array(text.utf8)
    bytes.replaceSubrange(start..<end, with: added)
    // A `\r` before the edit may have become a part of `\r\n`, so the line before is read again.
    let first = max(0, line(at: start) - 1)
    let last = lineStarts.firstIndex { $0 > end + 1 } ?? lineStarts.count
    let from = lineStarts[first]
    let to = last < lineStarts.count ? lineStarts[last] + added.count - (end - start) : bytes.count
    let shift = added.count - (end - start)
    let kept = lineStarts[last...].map { $0 + shift }
    var middle = Self.lineStarts(of: bytes[from..<to])
    // The start of the first line after the edit is in `kept`.
    if last < lineStarts.count, middle.last == to { middle.removeLast() }
    lineStarts = lineStarts[..<first] + middle + kept
  }

  /// Returns the offset of a position. A character inside of a surrogate pair is moved before it.
  func offset(of position: TextPosition) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < lineStarts.count else { return bytes.count }
    var offset = lineStarts[position.line]
    let end = endOfLine(position.line)
    var units = max(0, position.character)
    while offset < end, units > 0 {
      let width = Self.width(of: bytes[offset])
      let count = width == 4 ? 2 : 1
      if units < count { break }
      units -= count
      offset += width
    }
    return min(offset, end)
  }

  /// Returns the position of an offset.
  func position(of offset: Int) -> TextPosition {
    let offset = min(max(0, offset), bytes.count)
    let line = line(at: offset)
    var units = 0
    var index = lineStarts[line]
    while index < offset {
      let width = Self.width(of: bytes[index])
      units += width == 4 ? 2 : 1
      index += width
    }
    return TextPosition(line: line, character: units)
  }

  /// Returns the text of a range of bytes.
  func text(in range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The offset at which the text of a line ends, before its line ending.
  private func endOfLine(_ line: Int) -> Int {
    guard line + 1 < lineStarts.count else { return bytes.count }
    var end = lineStarts[line + 1] - 1
    if bytes[end] == 0x0A, end > lineStarts[line], bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  /// Returns the line that contains an offset.
  private func line(at offset: Int) -> Int {
    var (low, high) = (0, lineStarts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private static func lineStarts(of bytes: ArraySlice<UInt8>) -> [Int] {
    var starts = [bytes.startIndex]
    bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      while index < buffer.count {
        let byte = buffer[index]
        index += 1
        guard byte == 0x0A || byte == 0x0D else { continue }
        if byte == 0x0D, index < buffer.count, buffer[index] == 0x0A { index += 1 }
        starts.append(bytes.startIndex + index)
      }
    }
    return starts
  }

  /// The number of bytes of the scalar that begins with a byte.
  private static func width(of byte: UInt8) -> Int {
    switch byte {
    case 0xF0...: 4
    case 0xE0...: 3
    case 0xC0...: 2
    default: 1
    }
  }
}
