import MachoLocks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A thread of one's own, for work that sleeps in the system and so may not hold one of the
/// concurrency runtime's.
package final class PosixThread: Sendable {
  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Nil when it never began or was joined. `pthread_t` is a pointer on one platform and a number
  /// on another; as bits it is Sendable on both.
  private let identity: Lock<UInt?>

  /// Begins it.
  package init(_ run: @escaping @Sendable () -> Void) {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let work = Unmanaged.passRetained(Work(run))
    let status = pthread_create(&thread, nil, PosixThread.main, work.toOpaque())
    if status != 0 { work.release() }
    #if canImport(Darwin)
      identity = Lock(status == 0 ? thread.map { UInt(bitPattern: $0) } : nil)
    #else
      identity = Lock(status == 0 ? UInt(thread) : nil)
    #endif
  }

  /// Whether the system had a thread to give.
  package var hasStarted: Bool { identity.withLock { $0 != nil } }

  /// Lets a thread that nobody waits for give its memory back when its work is done.
  deinit {
    guard let left = identity.withLock({ $0 }) else { return }
    #if canImport(Darwin)
      if let thread = pthread_t(bitPattern: left) { pthread_detach(thread) }
    #else
      pthread_detach(pthread_t(left))
    #endif
  }

  /// Waits until the work is done. From the thread itself it returns at once.
  package func join() {
    let joined = identity.withLock { identity in
      defer { identity = nil }
      return identity
    }
    guard let joined else { return }
    #if canImport(Darwin)
      guard let thread = pthread_t(bitPattern: joined) else { return }
    #else
      let thread = pthread_t(joined)
    #endif
    if pthread_equal(thread, pthread_self()) != 0 {
      pthread_detach(thread)
    } else {
      pthread_join(thread, nil)
    }
  }

  #if canImport(Darwin)
    private static let main: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
      { work in
        Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run()
        return nil
      }
  #else
    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      { work in
        if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
        return nil
      }
  #endif
}
