/// Cuts a stream of bytes into lines. Each byte is looked at once, however it was cut into chunks.
package struct LineSplitter {
  /// How many bytes a line may have.
  package let limit: Int
  /// What came and was not taken; lines begin at `start`, and up to `searched` there is no newline.
  private var bytes: [UInt8] = []
  private var start = 0
  private var searched = 0
  /// The line is too long and was reported; what comes is dropped up to its end.
  private var isSkippingLine = false

  /// Makes one that has nothing yet.
  package init(limit: Int) { self.limit = limit }

  /// What was cut off.
  package enum Line: Equatable {
    /// A line without its end.
    case text(String)
    /// A line that is no text.
    case unreadable(LineReadError)
  }

  /// Takes what came.
  package mutating func append(_ chunk: ArraySlice<UInt8>) {
    // Moved at most once a chunk, and then there is little left: the end of a line.
    bytes.removeSubrange(..<start)
    searched -= start
    start = 0
    bytes.append(contentsOf: chunk)
  }

  /// The next line; nil when more bytes are needed. At the end, what is left is a line.
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
      // A carriage return that ends the line does not count.
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

  /// Reads lines of any length from a descriptor, on the thread that calls, until there are no more.
  package static func readAll(from descriptor: Int32, _ take: (String) -> Void) {
    // Half, as a splitter adds to its limit.
    var splitter = LineSplitter(limit: .max / 2)
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      switch ReadResult.next(from: descriptor, into: &buffer) {
      case .bytes(let bytes): splitter.append(bytes)
      case .noData: continue
      case .end, .failed: return
      }
      while case .text(let line)? = splitter.next(atEnd: false) { take(line) }
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
