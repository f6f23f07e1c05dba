import MachoLocks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A dedicated thread for blocking work, which must not occupy a thread of the concurrency runtime.
package final class PosixThread: Sendable {
  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// The thread; `nil` if it did not start or was joined. `pthread_t` is a pointer on some
  /// platforms and a number on others. Its bits are Sendable on both.
  private let identity: Lock<UInt?>

  /// Starts a thread that calls `run`.
  package init(_ run: @escaping @Sendable () -> Void) {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let work = Unmanaged.passRetained(Work(run))
    let status = OwnWork.perform {
      pthread_create(&thread, nil, PosixThread.main, work.toOpaque())
    }
    if status != 0 { work.release() }
    #if canImport(Darwin)
      identity = Lock(status == 0 ? thread.map { UInt(bitPattern: $0) } : nil)
    #else
      identity = Lock(status == 0 ? UInt(thread) : nil)
    #endif
  }

  /// Whether the thread was started.
  package var hasStarted: Bool { identity.withLock { $0 != nil } }

  /// Detaches a thread that was not joined, so that its resources are released when it ends.
  deinit {
    guard let bits = identity.withLock({ $0 }) else { return }
    #if canImport(Darwin)
      if let thread = pthread_t(bitPattern: bits) { pthread_detach(thread) }
    #else
      pthread_detach(pthread_t(bits))
    #endif
  }

  /// Waits until the thread has ended. Returns immediately if called on the thread itself.
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
        OwnWork.perform(Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run)
        return nil
      }
  #else
    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      { work in
        if let work { OwnWork.perform(Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run) }
        return nil
      }
  #endif
}
