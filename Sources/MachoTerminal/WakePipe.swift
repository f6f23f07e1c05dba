import MachoStreams

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Wakes a thread that sleeps in `poll`, from any thread and from a signal handler.
final class WakePipe: Sendable {
  let readEnd: Int32
  let writeEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    // Without a pipe, in a process that is out of file descriptors, both ends are -1: reads and
    // writes fail, and the thread is woken by its input alone.
    if pipe(&ends) == 0 {
      for end in ends {
        // A full pipe wakes just as well, so nobody ever waits on one.
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

  /// Takes all that was sent since the last time.
  func takeEvents() -> WakeEvents {
    var events: WakeEvents = []
    var bytes = [UInt8](repeating: 0, count: 64)
    while case .bytes(let received) = ReadResult.next(from: readEnd, into: &bytes) {
      for byte in received { events.formUnion(WakeEvents(rawValue: byte)) }
    }
    return events
  }
}

/// What a sleeping thread is woken for.
struct WakeEvents: OptionSet {
  let rawValue: UInt8
  /// There is something new in the mailbox.
  static let mail = WakeEvents(rawValue: 1)
  static let interrupted = WakeEvents(rawValue: 2)
  static let resized = WakeEvents(rawValue: 4)
  static let stopped = WakeEvents(rawValue: 8)
  static let continued = WakeEvents(rawValue: 16)
}
