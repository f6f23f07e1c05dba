import MachoStreams

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Wakes a thread that polls, from any thread or signal handler.
final class WakePipe: Sendable {
  let readEnd: Int32
  let writeEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    // If the process has no free file descriptors, both ends are -1. Then reads and writes fail,
    // and only input wakes the thread.
    if pipe(&ends) == 0 {
      for end in ends {
        // Nonblocking: a full pipe wakes the thread as well.
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  func send(_ event: WakeEvents) {
    var byte = event.rawValue
    _ = write(writeEnd, &byte, 1)
  }

  /// Removes and returns all events sent since the last call.
  func takeEvents() -> WakeEvents {
    var events: WakeEvents = []
    var bytes = [UInt8](repeating: 0, count: 64)
    while case .bytes(let received) = ReadResult.next(from: readEnd, into: &bytes) {
      for byte in received { events.formUnion(WakeEvents(rawValue: byte)) }
    }
    return events
  }
}

/// The reasons for waking a thread.
struct WakeEvents: OptionSet {
  let rawValue: UInt8
  /// New requests, text or replies are in the mailbox.
  static let mail = WakeEvents(rawValue: 1)
  static let interrupted = WakeEvents(rawValue: 2)
  static let resized = WakeEvents(rawValue: 4)
  static let stopped = WakeEvents(rawValue: 8)
  static let continued = WakeEvents(rawValue: 16)
}
