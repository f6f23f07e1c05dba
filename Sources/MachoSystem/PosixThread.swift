import CMachoSystem
import MachoLocks

/// A dedicated thread for blocking work, which must not occupy a thread of the concurrency runtime.
package final class PosixThread: Sendable {
  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// The thread; `nil` if it did not start or was joined.
  private let identity: Lock<UInt?>

  /// Starts a thread that calls `run`.
  package init(_ run: @escaping @Sendable () -> Void) {
    // SAFETY: retained once here, and released once: by the thread, or below if there is none.
    let work = Unmanaged.passRetained(Work(run))
    var identity: UInt = 0
    let status = OwnWork.perform {
      cmachosystem_start_thread(&identity, PosixThread.main, work.toOpaque())
    }
    if status != 0 { work.release() }
    self.identity = Lock(status == 0 ? identity : nil)
  }

  /// Whether the thread was started.
  package var hasStarted: Bool { identity.withLock { $0 != nil } }

  /// Detaches a thread that was not joined, so that its resources are released when it ends.
  deinit {
    if let thread = identity.withLock({ $0 }) { cmachosystem_detach_thread(thread) }
  }

  /// Waits until the thread has ended. Returns immediately if called on the thread itself.
  package func join() {
    let joined = identity.withLock { identity in
      defer { identity = nil }
      return identity
    }
    if let joined { cmachosystem_join_thread(joined) }
  }

  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
    { work in
      if let work { OwnWork.perform(Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run) }
      return nil
    }
}
