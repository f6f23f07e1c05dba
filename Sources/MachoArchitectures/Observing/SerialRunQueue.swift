import MachoLocks

/// Runs closures one after the other, in the order in which they were added. The thread that adds
/// the first one runs all. No thread waits for another one.
final class SerialRunQueue: Sendable {
  private struct Content: Sendable {
    var queue: [@Sendable () -> Void] = []
    var runningThread: UInt?
  }

  private let content = Lock(Content())

  /// Whether the calling thread is running a closure of this queue.
  var isRunningOnCurrentThread: Bool {
    let thread = Self.currentThread
    return content.withLock { $0.runningThread == thread }
  }

  /// Adds a closure that the next `drain()` runs. May be called under a lock that no closure
  /// acquires.
  func enqueue(_ closure: @escaping @Sendable () -> Void) {
    content.withLock { $0.queue.append(closure) }
  }

  /// Runs the added closures, unless another caller is doing so. That caller then runs these as
  /// well.
  func drain() {
    let thread = Self.currentThread
    let isFirst = content.withLock { content in
      guard content.runningThread == nil else { return false }
      content.runningThread = thread
      return true
    }
    guard isFirst else { return }
    while let closure = dequeue() { closure() }
  }

  /// Removes the oldest closure. If there is none, ends the drain in the same critical section, so
  /// that no closure is left behind.
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
    // SAFETY: a number or a pointer, which have the size of a `UInt`.
    withUnsafeBytes(of: pthread_self()) { $0.load(as: UInt.self) }
  }
}
