import IssueReporting
import MachoLocks

/// Calls all registered callbacks with each action, one action after the other.
///
/// An action dispatched on another thread is queued. An action dispatched by a callback is reported
/// as an issue and dropped. Use an action creator to dispatch actions that follow from other
/// actions.
///
/// ```swift
/// let dispatcher = Dispatcher<ListAction>()
/// let token = dispatcher.register { print($0) }
/// dispatcher.dispatch(.refreshed)
/// dispatcher.unregister(token)
/// ```
public final class Dispatcher<Action: Sendable>: Sendable {
  private typealias Callback = @Sendable (Action) -> Void

  private struct Content: Sendable {
    var lastNumber = 0
    var callbacks: [(token: DispatchToken, callback: Callback)] = []
    var currentDispatch: CurrentDispatch?
  }

  /// The action being dispatched, and the callbacks called so far.
  private struct CurrentDispatch: Sendable {
    let action: Action
    var started: Set<DispatchToken> = []
    var finished: Set<DispatchToken> = []
  }

  private let content = Lock(Content())
  private let queue = SerialRunQueue()
  private let observers = Subscribers<Action>()

  /// Creates a dispatcher without callbacks.
  public init() {}

  /// Registers a callback for all actions. Callbacks are called in registration order.
  public func register(_ callback: @escaping @Sendable (Action) -> Void) -> DispatchToken {
    content.withLock { content in
      content.lastNumber += 1
      let token = DispatchToken(number: content.lastNumber)
      content.callbacks.append((token, callback))
      return token
    }
  }

  /// Removes a registration.
  public func unregister(_ token: DispatchToken) {
    // Released without the lock, because what the callback captures may dispatch when it is released.
    _ = content.withLock { content in
      content.callbacks.firstIndex { $0.token == token }.map { content.callbacks.remove(at: $0) }
    }
  }

  /// Whether the caller runs in a callback of this dispatcher.
  public var isDispatching: Bool { queue.isRunningOnCurrentThread }

  /// Calls all registered callbacks with an action.
  public func dispatch(
    _ action: Action, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    guard !queue.isRunningOnCurrentThread else {
      reportIssue(
        "\(action) was dispatched during a dispatch and is dropped: dispatch it from an "
          + "action creator.",
        fileID: fileID, filePath: filePath, line: line, column: column)
      return
    }
    queue.enqueue { self.deliver(action) }
    queue.drain()
  }

  /// Calls the callbacks with the given tokens now, if they were not called for this action yet.
  ///
  /// Call it in a callback. Callbacks that wait for each other are reported as an issue.
  public func waitFor(
    _ tokens: [DispatchToken], fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    func report(_ message: String) {
      reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
    }
    guard queue.isRunningOnCurrentThread,
      let action = content.withLock({ $0.currentDispatch?.action })
    else {
      return report("'waitFor' was called outside of a dispatch.")
    }
    for token in tokens {
      switch start(token) {
      case .ready(let callback): call(callback, with: action, as: token)
      case .finished: break
      case .running: report("Two callbacks of a dispatcher wait for each other.")
      case .unknown: report("'waitFor' was given a token that is not registered.")
      }
    }
  }

  /// Calls `observer` after each action, when all callbacks have returned.
  public func observe(_ observer: @escaping @Sendable (Action) -> Void) -> Subscription {
    observers.add(observer)
  }

  // MARK: Dispatching

  private enum StartResult {
    case ready(Callback)
    case running
    case finished
    case unknown
  }

  private func deliver(_ action: Action) {
    // Callbacks registered during this dispatch are called from the next action on.
    let tokens = content.withLock { content in
      content.currentDispatch = CurrentDispatch(action: action)
      return content.callbacks.map(\.token)
    }
    for token in tokens {
      if case .ready(let callback) = start(token) { call(callback, with: action, as: token) }
    }
    _ = content.withLock { $0.currentDispatch.take() }
    observers.notify(action)
  }

  private func start(_ token: DispatchToken) -> StartResult {
    content.withLock { content in
      guard let entry = content.callbacks.first(where: { $0.token == token }) else {
        return .unknown
      }
      if content.currentDispatch?.finished.contains(token) == true { return .finished }
      guard content.currentDispatch?.started.insert(token).inserted == true else { return .running }
      return .ready(entry.callback)
    }
  }

  private func call(_ callback: Callback, with action: Action, as token: DispatchToken) {
    callback(action)
    content.withLock { _ = $0.currentDispatch?.finished.insert(token) }
  }
}

/// A registration with a dispatcher.
public struct DispatchToken: Hashable, Sendable {
  let number: Int
}
