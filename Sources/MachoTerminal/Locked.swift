#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A value that one thread at a time may touch.
///
/// Not `Synchronization.Mutex`: on Linux its lock is a futex inside an uninstrumented library, so the
/// thread sanitizer sees no order between two holders and reports races that are none. It knows
/// pthread's.
///
/// Unchecked, because the compiler cannot see that `value` is touched in `withLock` alone, between
/// taking and giving back the lock; nothing else can name it.
final class Locked<Value: Sendable>: @unchecked Sendable {
  private var value: Value
  /// On the heap: a pthread mutex may not move.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>

  init(_ value: Value) {
    self.value = value
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value)
  }
}
