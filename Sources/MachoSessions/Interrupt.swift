import MachoLocks

/// Stops a line that waits, from any thread: what Ctrl-C is at a prompt.
///
/// Whoever feeds the session opens it before a line and closes it behind: what is requested in
/// between counts for that line alone.
public final class Interrupt: Sendable {
  private struct State {
    var isOpen = false
    var isRequested = false
    var wake: (@Sendable () -> Void)?
  }

  private let state = Lock(State())

  /// Makes one that nobody has requested.
  public init() {}

  /// Whether the line has to stop.
  public var isRequested: Bool { state.withLock(\.isRequested) }

  /// Has requests count from here on.
  package func open() { state.withLock { ($0.isOpen, $0.isRequested) = (true, false) } }

  /// Forgets what was requested, and counts nothing more.
  package func close() { state.withLock { ($0.isOpen, $0.isRequested) = (false, false) } }

  /// Whether a request would count.
  package var isOpen: Bool { state.withLock(\.isOpen) }

  /// Asks the line that runs to stop; whether it waits, and so will.
  package func request() -> Bool {
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      state.isRequested = state.isOpen
      return state.isOpen ? state.wake : nil
    }
    wake?()
    return wake != nil
  }

  /// Waits in `body`, which looks at `isRequested` whenever it is woken by `wake`.
  public func wait<Result>(
    wokenBy wake: @escaping @Sendable () -> Void, _ body: () -> Result
  ) -> Result {
    state.withLock { $0.wake = wake }
    defer { state.withLock { $0.wake = nil } }
    return body()
  }
}
