import ComposablePlatform
import MachoLocks

#if canImport(Combine)
  /// Ends an activity, such as a repeated closure, when it is cancelled or released.
  public typealias CancellationToken = any Cancellable

  /// Returns a token that calls a closure once at most.
  func makeCancellationToken(_ cancel: @escaping () -> Void) -> CancellationToken {
    AnyCancellable(cancel)
  }
#else
  /// Ends an activity, such as a repeated closure, when it is cancelled or released.
  ///
  /// Combine's `any Cancellable` on platforms that have Combine. The module `ComposableCombine` makes
  /// it conform to OpenCombine's `Cancellable`. It does not have that name itself, because the name
  /// would be ambiguous in files that import both modules.
  public final class CancellationToken: Sendable {
    // SAFETY: the closure is called once, by the thread that takes it from the lock.
    private let cancelHandler: Lock<UnsafeTransfer<() -> Void>?>

    init(_ cancel: @escaping () -> Void) {
      cancelHandler = Lock(UnsafeTransfer(cancel))
    }

    deinit { cancel() }

    /// Ends the activity. Further calls have no effect.
    public func cancel() {
      let cancel = cancelHandler.withLock { handler in
        defer { handler = nil }
        return handler
      }
      cancel?.value()
    }
  }

  /// Returns a token that calls a closure once at most.
  func makeCancellationToken(_ cancel: @escaping () -> Void) -> CancellationToken {
    CancellationToken(cancel)
  }
#endif
