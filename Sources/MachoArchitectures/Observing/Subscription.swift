/// A subscription, which is active until it is cancelled or released.
public final class Subscription: Sendable {
  private let onCancel: @Sendable () -> Void

  init(_ cancel: @escaping @Sendable () -> Void) { onCancel = cancel }

  deinit { onCancel() }

  /// Cancels the subscription. A call that is running on another thread still completes.
  public func cancel() { onCancel() }
}
