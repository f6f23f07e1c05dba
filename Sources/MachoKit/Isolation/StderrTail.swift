import Foundation
import MachoValues

/// The end of what a child wrote for people, where a crash says what it was.
struct StderrTail {
  /// How much is kept, in bytes: the runtime's backtrace and the message before it.
  private static let limit = 1 << 16

  private var bytes: [UInt8] = []
  /// How much there was in all.
  private(set) var count = 0

  /// Whether the runtime's backtrace of a process that goes on is there; what comes behind it is
  /// not kept.
  private(set) var hasBacktrace = false
  private var expectsBacktrace = false

  mutating func consume(_ chunk: ArraySlice<UInt8>) {
    guard !hasBacktrace else { return }
    count += chunk.count
    bytes += chunk
    if bytes.count > 4 * Self.limit { bytes.removeFirst(bytes.count - Self.limit) }
    // The text may have come in two pieces.
    if expectsBacktrace {
      findBacktraceEnd(from: max(0, bytes.count - chunk.count - Self.backtraceEndMarker.count))
    }
  }

  /// Looks from now on for the end of a backtrace, for which the process was asked.
  mutating func expectBacktrace() { expectsBacktrace = true }

  /// The last line of a backtrace begins with this.
  private static let backtraceEndMarker = Array("\nBacktrace took ".utf8)

  private mutating func findBacktraceEnd(from start: Int) {
    let place = bytes.withUnsafeBufferPointer { bytes -> Int? in
      var index = start
      while let place = ByteSearch.first(Self.backtraceEndMarker[0], in: bytes, from: index) {
        if bytes[place...].starts(with: Self.backtraceEndMarker) { return place }
        index = place + 1
      }
      return nil
    }
    guard let place else { return }
    hasBacktrace = true
    bytes.removeSubrange(place...)
  }

  var text: String { String(decoding: bytes.suffix(Self.limit), as: UTF8.self) }
}

/// Makes lines of what comes in pieces.
struct LineBuffer {
  private var partialLine: [UInt8] = []

  mutating func consume(_ chunk: ArraySlice<UInt8>, line: (String) -> Void) {
    var start = chunk.startIndex
    while let end = Self.newline(in: chunk[start...]) {
      partialLine += chunk[start..<end]
      line(String(decoding: partialLine, as: UTF8.self))
      partialLine.removeAll(keepingCapacity: true)
      start = end + 1
    }
    partialLine += chunk[start...]
  }

  private static func newline(in chunk: ArraySlice<UInt8>) -> Int? {
    chunk.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return nil }
      return memchr(base, Int32(UInt8(ascii: "\n")), bytes.count).map {
        chunk.startIndex + (UnsafeRawPointer($0) - base)
      }
    }
  }
}
