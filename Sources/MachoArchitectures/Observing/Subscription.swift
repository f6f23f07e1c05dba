/// What is told of values until it is cancelled or nobody holds it any more.
public final class Subscription: Sendable {
  private let onCancel: @Sendable () -> Void

  init(_ cancel: @escaping @Sendable () -> Void) { onCancel = cancel }

  deinit { onCancel() }

  /// Ends it; what is being told on another thread may still arrive.
  public func cancel() { onCancel() }
}
