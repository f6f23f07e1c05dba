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
final class Turns: Sendable {
  private struct Content: Sendable {
    var waiting: [@Sendable () -> Void] = []
    var runner: UInt?
  }

  private let content = Lock(Content())

  /// Whether the calling thread runs a turn now, so that it is asked from within one.
  var isRunningHere: Bool {
    let thread = Self.currentThread
    return content.withLock { $0.runner == thread }
  }

  /// Adds a turn, which the next `run` takes. It may be called under a lock that no turn holds.
  func add(_ turn: @escaping @Sendable () -> Void) { content.withLock { $0.waiting.append(turn) } }

  /// Runs what was added, unless somebody does already: then they will take that too.
  func run() {
    let thread = Self.currentThread
    let isFirst = content.withLock { content in
      guard content.runner == nil else { return false }
      content.runner = thread
      return true
    }
    guard isFirst else { return }
    while let turn = next() { turn() }
  }

  /// The oldest turn; with the last one the running ends, in one step, so that none is left behind.
  private func next() -> (@Sendable () -> Void)? {
    content.withLock { content in
      if content.waiting.isEmpty {
        content.runner = nil
        return nil
      }
      return content.waiting.removeFirst()
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
