/// A value protected by a mutex.
///
/// It replaces `Synchronization.Mutex`, whose slow path on Linux is hidden from the thread
/// sanitizer. The sanitizer then reports races between two holders of the same mutex.
///
/// SAFETY: `@unchecked Sendable`, because `value` is accessed only while `mutex` is locked. `mutex`
/// has one address from `init` to `deinit`.
///
/// PERFORMANCE: a caller in another module inlines the access. Otherwise it would look up the metadata of
/// the value's type each time. The compiler inlines only public declarations.
public final class Lock<Value: Sendable>: @unchecked Sendable {
  // SAFETY: the mutex already guarantees exclusive access. Locking it again while holding it never
  // reaches the value.
  @exclusivity(unchecked)
  @usableFromInline
  var value: Value
  @usableFromInline
  let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  /// Creates a lock around a value.
  public init(_ value: Value) {
    self.value = value
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Calls `body` with the value. `body` must not acquire the same lock.
  @inlinable
  public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
