/// Splits a byte stream into lines. Each byte is scanned once, however the stream is chunked.
package struct LineSplitter {
  /// The maximal length of a line in bytes.
  package let limit: Int
  /// The unconsumed bytes. The current line starts at `start`, and the bytes before `searched`
  /// contain no further newline.
  private var bytes: [UInt8] = []
  private var start = 0
  private var searched = 0
  /// Whether the current line was reported as too long; its remaining bytes are skipped.
  private var isSkippingLine = false

  /// Creates a splitter without input.
  package init(limit: Int) { self.limit = limit }

  /// A line, or the reason why it cannot be read.
  package enum Line: Equatable {
    /// A line without its newline.
    case text(String)
    /// A line that is too long or not UTF-8.
    case unreadable(LineReadError)
  }

  /// The number of bytes behind the last line.
  package var remainingCount: Int { bytes.count - start }

  /// Appends a chunk of input.
  package mutating func append(_ chunk: ArraySlice<UInt8>) {
    // Moves bytes at most once per chunk, and then only a few: the start of an incomplete line.
    bytes.removeSubrange(..<start)
    searched -= start
    start = 0
    bytes.append(contentsOf: chunk)
  }

  /// Returns the next line, or `nil` if more bytes are needed. With `atEnd`, the remaining bytes
  /// are a line.
  package mutating func next(atEnd: Bool) -> Line? {
    while true {
      let newline = bytes[searched...].firstIndex(of: UInt8(ascii: "\n"))
      let end = newline ?? bytes.endIndex
      defer { searched = newline.map { $0 + 1 } ?? end }

      if isSkippingLine {
        start = newline.map { $0 + 1 } ?? end
        isSkippingLine = newline == nil
        if newline == nil { return nil }
        continue
      }
      let line = bytes[start..<end]
      // A carriage return before the newline does not count.
      if line.count > limit + 1 || (line.count > limit && line.last != UInt8(ascii: "\r")) {
        start = newline.map { $0 + 1 } ?? end
        isSkippingLine = newline == nil
        return .unreadable(.tooLong(limit: limit))
      }
      if newline == nil, !atEnd || line.isEmpty { return nil }
      start = newline.map { $0 + 1 } ?? end
      return Self.decode(newline != nil && line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
  }

  /// Reads lines of any length from a descriptor on the calling thread, until the end of input.
  package static func readAll(from descriptor: Int32, _ body: (String) -> Void) {
    // Half the maximum, because the splitter adds to its limit.
    var splitter = LineSplitter(limit: .max / 2)
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      switch ReadResult.next(from: descriptor, into: &buffer) {
      case .bytes(let bytes): splitter.append(bytes)
      case .noData: continue
      case .end, .failed: return
      }
      while case .text(let line)? = splitter.next(atEnd: false) { body(line) }
    }
  }

  private static func decode(_ line: ArraySlice<UInt8>) -> Line {
    if let text = String(validating: line, as: UTF8.self) { return .text(text) }
    var iterator = line.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    var offset = 0
    while case .valid(let scalar) = parser.parseScalar(from: &iterator) { offset += scalar.count }
    return .unreadable(.invalidUTF8(offset: offset))
  }
}
