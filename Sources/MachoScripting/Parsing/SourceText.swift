import MachoReporting
import MachoValues

/// The lines of a file with their line endings, so that writing them back is lossless.
package struct SourceText: Hashable, Sendable {
  /// A line ending.
  package enum Ending: String, Hashable, Sendable {
    /// No ending: the last line of a file without a final newline.
    case none = ""
    /// A line feed.
    case lineFeed = "\n"
    /// A carriage return and a line feed.
    case carriageReturnLineFeed = "\r\n"
  }

  /// One line and its ending.
  package struct Line: Hashable, Sendable {
    /// The text, without the ending.
    package var text: String
    /// The ending.
    package var ending: Ending

    /// Creates a line.
    package init(_ text: String, _ ending: Ending = .lineFeed) {
      self.text = text
      self.ending = ending
    }
  }

  /// The lines, in order. An empty file has none.
  package var lines: [Line]

  /// Creates a text from lines.
  package init(lines: [Line]) {
    self.lines = lines
  }

  /// The ending for new lines: that of the first line. Default: a line feed.
  package var newline: Ending {
    guard let first = lines.first, first.ending != .none else { return .lineFeed }
    return first.ending
  }

  /// The whole text.
  package var text: String {
    var text = ""
    for line in lines {
      text += line.text
      text += line.ending.rawValue
    }
    return text
  }
}

extension SourceText {
  /// Creates a text from bytes, which must be UTF-8 without a byte-order mark.
  package init(reading bytes: [UInt8]) throws(ScriptParseErrors) {
    if let error = Self.byteOrderMarkError(in: bytes) ?? Self.carriageReturnError(in: bytes) {
      throw ScriptParseErrors([error])
    }
    var lines: [Line] = []
    var errors = ErrorList()
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while start < bytes.count {
        var end = ByteSearch.first(UInt8(ascii: "\n"), in: bytes, from: start) ?? bytes.count
        let next = end < bytes.count ? end + 1 : end
        var ending = end < bytes.count ? Ending.lineFeed : .none
        if ending == .lineFeed, end > start, bytes[end - 1] == UInt8(ascii: "\r") {
          ending = .carriageReturnLineFeed
          end -= 1
        }
        // SAFETY: the slice is used before the call ends that lends the bytes.
        let slice = UnsafeBufferPointer(rebasing: bytes[start..<end])
        if let text = String(validating: slice, as: UTF8.self) {
          lines.append(Line(text, ending))
        } else {
          errors.append(Self.invalidUTF8Error(slice, line: lines.count + 1))
          lines.append(Line("", ending))
        }
        start = next
      }
    }
    try errors.throwIfNotEmpty()
    self.init(lines: lines)
  }

  private static func byteOrderMarkError(in bytes: [UInt8]) -> ScriptParseError? {
    let marks: [(name: String, bytes: [UInt8])] = [
      ("UTF-8", [0xEF, 0xBB, 0xBF]), ("UTF-16", [0xFF, 0xFE]), ("UTF-16", [0xFE, 0xFF]),
    ]
    guard let mark = marks.first(where: { bytes.starts(with: $0.bytes) }) else { return nil }
    return ScriptParseError(
      .byteOrderMark, line: 1, columns: 0..<mark.bytes.count,
      "the file begins with a \(mark.name) byte-order mark",
      suggestion: "save it as UTF-8 without a byte-order mark")
  }

  /// Returns an error for a file without line feeds, which would be a single line. If it began with
  /// `#`, all of it would be a comment.
  private static func carriageReturnError(in bytes: [UInt8]) -> ScriptParseError? {
    let found = bytes.withUnsafeBufferPointer { bytes in
      ByteSearch.first(UInt8(ascii: "\n"), in: bytes) == nil
        ? ByteSearch.first(UInt8(ascii: "\r"), in: bytes) : nil
    }
    guard let first = found, first + 1 < bytes.count else { return nil }
    return ScriptParseError(
      .carriageReturn, line: 1, columns: first..<first + 1,
      "the lines end in carriage returns only",
      suggestion: "save the file with line feeds",
      source: String(decoding: bytes[..<first], as: UTF8.self))
  }

  private static func invalidUTF8Error(_ line: UnsafeBufferPointer<UInt8>, line number: Int)
    -> ScriptParseError
  {
    let column = validPrefixLength(of: line)
    let byte = column < line.count ? hexadecimal(UInt32(line[column])) : "none"
    return ScriptParseError(
      .invalidUTF8, line: number, columns: column..<min(column + 1, line.count),
      "invalid UTF-8 byte 0x\(byte)", suggestion: "save the file as UTF-8",
      source: String(decoding: line, as: UTF8.self))
  }

  /// Returns the number of leading bytes that form valid scalars.
  private static func validPrefixLength(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var valid = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      valid += UTF8.width(scalar)
    }
    return valid
  }
}
