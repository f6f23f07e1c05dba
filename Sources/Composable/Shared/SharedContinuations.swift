import IssueReporting
import Synchronization

/// A callback that must be called once. Reports an issue otherwise.
private final class OnceCallback<Value>: Sendable {
  private let name: String
  private let callback: @Sendable (Value) -> Void
  private let ifNeverCalled: @Sendable () -> Void
  private let wasCalled = Atomic(false)

  init(
    _ name: String, _ callback: @escaping @Sendable (Value) -> Void,
    ifNeverCalled: @escaping @Sendable () -> Void
  ) {
    self.name = name
    self.callback = callback
    self.ifNeverCalled = ifNeverCalled
  }

  deinit {
    if !wasCalled.load(ordering: .relaxed) {
      reportIssue("A '\(name)' was never resumed. Tasks that wait for it continue.")
      ifNeverCalled()
    }
  }

  func callAsFunction(_ value: Value) {
    guard !wasCalled.exchange(true, ordering: .relaxed) else {
      return reportIssue("A '\(name)' was resumed more than once.")
    }
    callback(value)
  }
}

/// Passes a loaded value to the property that loads it. Resume it once.
public struct LoadContinuation<Value>: Sendable {
  private let callback: OnceCallback<Result<Value?, any Error>>

  package init(
    _ callback: @escaping @Sendable (Result<Value?, any Error>) -> Void,
    ifNeverResumed: @escaping @Sendable () -> Void = {}
  ) {
    self.callback = OnceCallback("LoadContinuation", callback, ifNeverCalled: ifNeverResumed)
  }

  /// Passes the value.
  public func resume(returning value: Value) { callback(.success(value)) }

  /// Passes the default value of the property, because the key has no value.
  public func resumeReturningInitialValue() { callback(.success(nil)) }

  /// Passes an error.
  public func resume(throwing error: any Error) { callback(.failure(error)) }

  /// Passes a value, an error, or `nil` for the default value.
  public func resume(with result: Result<Value?, any Error>) { callback(result) }
}

/// Passes the result of saving to the property that is saved. Resume it once.
public struct SaveContinuation: Sendable {
  private let callback: OnceCallback<Result<Void, any Error>>

  package init(
    _ callback: @escaping @Sendable (Result<Void, any Error>) -> Void,
    ifNeverResumed: @escaping @Sendable () -> Void = {}
  ) {
    self.callback = OnceCallback("SaveContinuation", callback, ifNeverCalled: ifNeverResumed)
  }

  /// Passes that the value is saved.
  public func resume() { callback(.success(())) }

  /// Passes an error.
  public func resume(throwing error: any Error) { callback(.failure(error)) }

  /// Passes a result.
  public func resume(with result: Result<Void, any Error>) { callback(result) }
}

/// Passes changes that others make to a property.
public struct SharedSubscriber<Value>: Sendable {
  private let callback: @Sendable (Result<Value?, any Error>) -> Void
  private let onLoading: @Sendable (Bool) -> Void

  /// Creates a subscriber from closures.
  ///
  /// - Parameters:
  ///   - callback: Called with a new value, an error, or `nil` for the default value.
  ///   - onLoading: Called when loading begins and ends.
  public init(
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void,
    onLoading: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    self.callback = callback
    self.onLoading = onLoading
  }

  /// Passes a new value.
  public func yield(_ value: Value) { callback(.success(value)) }

  /// Passes the default value of the property, because the key has no value.
  public func yieldReturningInitialValue() { callback(.success(nil)) }

  /// Passes an error.
  public func yield(throwing error: any Error) { callback(.failure(error)) }

  /// Passes a value, an error, or `nil` for the default value.
  public func yield(with result: Result<Value?, any Error>) { callback(result) }

  /// Passes whether a new value is being loaded.
  public func yieldLoading(_ isLoading: Bool = true) { onLoading(isLoading) }
}

/// Observes a key until it is cancelled or released.
public struct SharedSubscription: Sendable {
  private final class Token: Sendable {
    private let onCancel: @Sendable () -> Void
    private let isCancelled = Atomic(false)

    init(_ onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

    deinit { cancel() }

    func cancel() {
      if !isCancelled.exchange(true, ordering: .relaxed) { onCancel() }
    }
  }

  private let token: Token

  /// - Parameter cancel: Called once, when the subscription ends.
  public init(_ cancel: @escaping @Sendable () -> Void) { token = Token(cancel) }

  /// Ends the subscription.
  public func cancel() { token.cancel() }
}
