#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A value that one thread at a time may use.
///
/// It stands in for `Synchronization.Mutex`, whose slow path on Linux is hidden from the thread
/// sanitizer, which then reports races between two holders of one and the same mutex.
///
/// `@unchecked Sendable`: `value` is touched only between lock and unlock of `mutex`, which lives
/// at one address from `init` to `deinit`.
package final class Lock<Value: Sendable>: @unchecked Sendable {
  // Unchecked, as the mutex checks already: who holds it is the only one at the value, and who asks
  // for it again while he holds it never gets that far.
  @exclusivity(unchecked)
  private var value: Value
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  /// Makes a lock around a value.
  package init(_ value: Value) {
    self.value = value
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` with the value. It must not ask for the same lock again.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
