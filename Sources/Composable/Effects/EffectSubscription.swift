import MachoLocks

/// The subscription of an effect whose actions a publisher sends.
package final class EffectSubscription: Sendable {
  /// Subscribes. Calls `finish` when no further value will be sent. Returns a function that cancels.
  package typealias Start<Action> =
    @Sendable (_ send: Send<Action>, _ finish: @escaping @Sendable () -> Void)
    -> @Sendable () -> Void

  private enum State {
    case active(cancel: (@Sendable () -> Void)?)
    case ended
  }

  private let state = Lock(State.active(cancel: nil))
  private let end: AsyncStream<Never>
  private let continuation: AsyncStream<Never>.Continuation

  init() {
    (end, continuation) = AsyncStream.makeStream()
  }

  /// Sets the function that cancels. Calls it if the subscription has ended.
  func onCancel(_ cancel: @escaping @Sendable () -> Void) {
    let hasEnded = state.withLock { state in
      guard case .active = state else { return true }
      state = .active(cancel: cancel)
      return false
    }
    if hasEnded { cancel() }
  }

  /// Cancels the subscription.
  func cancel() {
    let cancel = state.withLock { state -> (@Sendable () -> Void)? in
      defer { state = .ended }
      if case .active(let cancel) = state { return cancel }
      return nil
    }
    cancel?()
    continuation.finish()
  }

  /// Ends the subscription after its last value.
  func finish() { cancel() }

  /// Returns when the subscription has ended. Cancelling the task cancels the subscription.
  func finished() async {
    await withTaskCancellationHandler {
      for await _ in end {}
    } onCancel: {
      cancel()
    }
  }
}

extension Effect {
  /// Returns an effect that sends the values of a subscription.
  package static func subscription(
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt,
    _ subscribe: @escaping EffectSubscription.Start<Action>
  ) -> Self {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return Self(
      .run(RunOperation(callSite: callSite, dependencies: .current, subscribe: subscribe)))
  }
}
