import Foundation
import MachoValues

/// The last bytes of a child's standard error, which explain a crash.
struct StderrTail {
  /// How many bytes are retained: the runtime's backtrace and the message before it.
  private static let limit = 1 << 16

  private var bytes: [UInt8] = []
  /// The total number of bytes received.
  private(set) var count = 0

  /// Whether the end of a requested backtrace was found. Later output is discarded.
  private(set) var hasBacktrace = false
  private var expectsBacktrace = false

  mutating func consume(_ chunk: ArraySlice<UInt8>) {
    guard !hasBacktrace else { return }
    count += chunk.count
    bytes += chunk
    if bytes.count > 4 * Self.limit { bytes.removeFirst(bytes.count - Self.limit) }
    // The marker may be split between two chunks.
    if expectsBacktrace {
      findBacktraceEnd(from: max(0, bytes.count - chunk.count - Self.backtraceEndMarker.count))
    }
  }

  /// Starts looking for the end of a backtrace. Call it after requesting one from the process.
  mutating func expectBacktrace() { expectsBacktrace = true }

  /// The beginning of a backtrace's last line.
  private static let backtraceEndMarker = Array("\nBacktrace took ".utf8)

  private mutating func findBacktraceEnd(from start: Int) {
    let end = bytes.withUnsafeBufferPointer { bytes -> Int? in
      var index = start
      while let position = ByteSearch.first(Self.backtraceEndMarker[0], in: bytes, from: index) {
        if bytes[position...].starts(with: Self.backtraceEndMarker) { return position }
        index = position + 1
      }
      return nil
    }
    guard let end else { return }
    hasBacktrace = true
    bytes.removeSubrange(end...)
  }

  var text: String { String(decoding: bytes.suffix(Self.limit), as: UTF8.self) }

  /// The message that the runtime printed at a trap.
  var trapMessage: String? {
    let lines = text.split(separator: "\n")
    guard
      let trace = lines.lastIndex(where: {
        $0.hasPrefix("Current stack trace:") || $0.hasPrefix("*** ")
      }), trace > 0
    else { return lines.last { $0.contains("Fatal error") }.map(String.init) }
    return String(lines[trace - 1])
  }
}

/// Splits chunks of bytes into lines.
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
      // SAFETY: the result points into the same bytes, which are borrowed for the call.
      return memchr(base, Int32(UInt8(ascii: "\n")), bytes.count).map {
        chunk.startIndex + (UnsafeRawPointer($0) - base)
      }
    }
  }
}
