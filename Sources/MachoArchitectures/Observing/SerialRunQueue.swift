import MachoLocks

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Runs one thing after the other, in the order in which they were added, on whichever thread adds
/// the first; nobody waits for another thread.
final class SerialRunQueue: Sendable {
  private struct Content: Sendable {
    var queue: [@Sendable () -> Void] = []
    var runningThread: UInt?
  }

  private let content = Lock(Content())

  /// Whether the calling thread runs a turn now, so that it is asked from within one.
  var isRunningOnCurrentThread: Bool {
    let thread = Self.currentThread
    return content.withLock { $0.runningThread == thread }
  }

  /// Adds a turn, which the next `run` takes. It may be called under a lock that no turn holds.
  func enqueue(_ turn: @escaping @Sendable () -> Void) {
    content.withLock { $0.queue.append(turn) }
  }

  /// Runs what was added, unless somebody does already: then they will take that too.
  func drain() {
    let thread = Self.currentThread
    let isFirst = content.withLock { content in
      guard content.runningThread == nil else { return false }
      content.runningThread = thread
      return true
    }
    guard isFirst else { return }
    while let turn = dequeue() { turn() }
  }

  /// The oldest turn; with the last one the running ends, in one step, so that none is left behind.
  private func dequeue() -> (@Sendable () -> Void)? {
    content.withLock { content in
      if content.queue.isEmpty {
        content.runningThread = nil
        return nil
      }
      return content.queue.removeFirst()
    }
  }

  private static var currentThread: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }
}
