import MachoLocks

/// Stops a waiting line, from any thread. At a prompt, Ctrl-C requests it.
///
/// The session's host opens the interrupt before a line and closes it after the line. A request has
/// no effect at other times.
package final class Interrupt: Sendable {
  private struct State {
    var isOpen = false
    var isRequested = false
    var wake: (@Sendable () -> Void)?
  }

  private let state = Lock(State())

  /// Creates an interrupt that is not requested.
  package init() {}

  /// Whether the line must stop.
  package var isRequested: Bool { state.withLock(\.isRequested) }

  /// Accepts requests from now on.
  package func open() { state.withLock { ($0.isOpen, $0.isRequested) = (true, false) } }

  /// Clears a request and ignores later ones.
  package func close() { state.withLock { ($0.isOpen, $0.isRequested) = (false, false) } }

  /// Whether requests are accepted.
  package var isOpen: Bool { state.withLock(\.isOpen) }

  /// Requests that the running line stops. Returns whether the line was waiting.
  package func request() -> Bool {
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      state.isRequested = state.isOpen
      return state.isOpen ? state.wake : nil
    }
    wake?()
    return wake != nil
  }

  /// Runs `body`, which waits. A request calls `wake`; `body` then checks `isRequested`.
  package func wait<Result>(
    wokenBy wake: @escaping @Sendable () -> Void, _ body: () -> Result
  ) -> Result {
    state.withLock { $0.wake = wake }
    defer { state.withLock { $0.wake = nil } }
    return body()
  }
}
