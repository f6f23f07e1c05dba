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
    var last = 0
    var callbacks: [(token: DispatchToken, callback: Callback)] = []
    var round: Round?
  }

  /// The action that is being handed out, and how far it has come.
  private struct Round: Sendable {
    let action: Action
    var begun: Set<DispatchToken> = []
    var ended: Set<DispatchToken> = []
  }

  private let content = Lock(Content())
  private let turns = Turns()
  private let observers = Subscribers<Action>()

  /// Makes a dispatcher with nobody registered.
  public init() {}

  /// Registers a function that is called with each action, after those registered before it.
  public func register(_ callback: @escaping @Sendable (Action) -> Void) -> DispatchToken {
    content.withLock { content in
      content.last += 1
      let token = DispatchToken(number: content.last)
      content.callbacks.append((token, callback))
      return token
    }
  }

  /// Ends a registration.
  public func unregister(_ token: DispatchToken) {
    content.withLock { $0.callbacks.removeAll { $0.token == token } }
  }

  /// Whether the calling code runs in a callback of this dispatcher.
  public var isDispatching: Bool { turns.isRunningHere }

  /// Hands an action to everybody who is registered.
  public func dispatch(
    _ action: Action, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    guard !turns.isRunningHere else {
      reportIssue(
        "\(action) was dispatched in the middle of a dispatch, and is dropped: let an action "
          + "creator dispatch it.",
        fileID: fileID, filePath: filePath, line: line, column: column)
      return
    }
    turns.add { self.hand(out: action) }
    turns.run()
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
    guard turns.isRunningHere, let action = content.withLock({ $0.round?.action }) else {
      return report("'waitFor' was called outside of a dispatch: there is nothing to wait for.")
    }
    for token in tokens {
      switch begin(token) {
      case .mine(let callback): call(callback, with: action, as: token)
      case .ended: break
      case .begun: report("Two callbacks of a dispatcher wait for each other.")
      case .unknown: report("'waitFor' was given a token that is not registered.")
      }
    }
  }

  /// Calls a function after each action, when everybody has taken it.
  public func observe(_ observer: @escaping @Sendable (Action) -> Void) -> Subscription {
    observers.add(observer)
  }

  // MARK: A round

  private enum Begin {
    case mine(Callback)
    case begun
    case ended
    case unknown
  }

  private func hand(out action: Action) {
    // Whoever registers meanwhile is told of the next action.
    let tokens = content.withLock { content in
      content.round = Round(action: action)
      return content.callbacks.map(\.token)
    }
    for token in tokens {
      if case .mine(let callback) = begin(token) { call(callback, with: action, as: token) }
    }
    content.withLock { $0.round = nil }
    observers.tell(action)
  }

  private func begin(_ token: DispatchToken) -> Begin {
    content.withLock { content in
      guard let entry = content.callbacks.first(where: { $0.token == token }) else {
        return .unknown
      }
      if content.round?.ended.contains(token) == true { return .ended }
      guard content.round?.begun.insert(token).inserted == true else { return .begun }
      return .mine(entry.callback)
    }
  }

  private func call(_ callback: Callback, with action: Action, as token: DispatchToken) {
    callback(action)
    content.withLock { _ = $0.round?.ended.insert(token) }
  }
}

/// A registration with a dispatcher.
public struct DispatchToken: Hashable, Sendable {
  let number: Int
}
