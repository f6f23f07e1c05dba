import MachoLocks

/// Whether a client has cancelled a call, and what to do about it.
package final class CallCancellation: Sendable {
  private struct State {
    var isCancelled = false
    var handler: (@Sendable () -> Void)?
  }

  private let state = Lock(State())

  /// Creates a cancellation that was not requested.
  package init() {}

  /// Whether the client has cancelled the call.
  package var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// Sets what a cancellation does, instead of the handler before. Calls it at once if the call is
  /// already cancelled. `nil` removes the handler.
  package func setHandler(_ handler: (@Sendable () -> Void)?) {
    let isCancelled = state.withLock { state in
      state.handler = handler
      return state.isCancelled
    }
    if isCancelled { handler?() }
  }

  func cancel() {
    let handler = state.withLock { state in
      state.isCancelled = true
      return state.handler
    }
    handler?()
  }
}
