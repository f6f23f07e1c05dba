import IssueReporting
import MachoLocks

/// Hands each action to everybody who registered for it, one action after the other.
///
/// An action dispatched on another thread meanwhile waits for its turn. One dispatched by a
/// callback is reported and dropped: an action that follows from an action belongs to an action
/// creator.
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

  /// The action that is being handed out, and how far it has come.
  private struct CurrentDispatch: Sendable {
    let action: Action
    var started: Set<DispatchToken> = []
    var finished: Set<DispatchToken> = []
  }

  private let content = Lock(Content())
  private let queue = SerialRunQueue()
  private let observers = Subscribers<Action>()

  /// Makes a dispatcher with nobody registered.
  public init() {}

  /// Registers a function that is called with each action, after those registered before it.
  public func register(_ callback: @escaping @Sendable (Action) -> Void) -> DispatchToken {
    content.withLock { content in
      content.lastNumber += 1
      let token = DispatchToken(number: content.lastNumber)
      content.callbacks.append((token, callback))
      return token
    }
  }

  /// Ends a registration.
  public func unregister(_ token: DispatchToken) {
    content.withLock { $0.callbacks.removeAll { $0.token == token } }
  }

  /// Whether the calling code runs in a callback of this dispatcher.
  public var isDispatching: Bool { queue.isRunningOnCurrentThread }

  /// Hands an action to everybody who is registered.
  public func dispatch(
    _ action: Action, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    guard !queue.isRunningOnCurrentThread else {
      reportIssue(
        "\(action) was dispatched in the middle of a dispatch, and is dropped: let an action "
          + "creator dispatch it.",
        fileID: fileID, filePath: filePath, line: line, column: column)
      return
    }
    queue.enqueue { self.deliver(out: action) }
    queue.drain()
  }

  /// Has callbacks that were registered later do their part before the calling one goes on.
  ///
  /// It is called in a callback. Callbacks that wait for each other are reported.
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
      return report("'waitFor' was called outside of a dispatch: there is nothing to wait for.")
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

  /// Calls a function after each action, when everybody has taken it.
  public func observe(_ observer: @escaping @Sendable (Action) -> Void) -> Subscription {
    observers.add(observer)
  }

  // MARK: A round

  private enum StartResult {
    case ready(Callback)
    case running
    case finished
    case unknown
  }

  private func deliver(out action: Action) {
    // Whoever registers meanwhile is told of the next action.
    let tokens = content.withLock { content in
      content.currentDispatch = CurrentDispatch(action: action)
      return content.callbacks.map(\.token)
    }
    for token in tokens {
      if case .ready(let callback) = start(token) { call(callback, with: action, as: token) }
    }
    content.withLock { $0.currentDispatch = nil }
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
