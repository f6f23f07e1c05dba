import MachoLocks

/// Wakes a thread that polls, from any thread or signal handler.
package final class WakePipe: Sendable {
  /// The descriptor that is readable from `send` until `drain`.
  package let readEnd: Int32
  /// The descriptor that a signal handler writes a byte of events to.
  package let writeEnd: Int32

  /// Creates a pipe. If the process has no free file descriptors, both ends are -1. Then reads and
  /// writes fail, and only other descriptors wake the thread.
  package init() {
    (readEnd, writeEnd) = makePipe() ?? (-1, -1)
    // Nonblocking: a full pipe wakes the thread as well.
    for end in [readEnd, writeEnd] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Wakes the thread. `events` is a set of bits.
  package func send(_ events: UInt8 = 1) {
    var byte = events
    _ = write(writeEnd, &byte, 1)
  }

  /// Removes all events sent since the last call and returns their union.
  @discardableResult
  package func drain() -> UInt8 {
    var events: UInt8 = 0
    var bytes = [UInt8](repeating: 0, count: 64)
    while case .bytes(let received) = ReadResult.next(from: readEnd, into: &bytes) {
      for byte in received { events |= byte }
    }
    return events
  }
}
