import MachoLocks
import Observation

/// A value that can be observed with Swift's Observation, as SwiftUI does, or with a callback.
///
/// ```swift
/// let screen = Observed(SearchScreen())
/// let subscription = screen.observe { print($0.query) }
/// screen.update { $0.query = "swift" }
/// ```
public final class Observed<Value: Sendable>: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let content: Lock<Value>
  private let subscribers = Subscribers<Value>()
  private let queue = SerialRunQueue()

  /// Creates an observed value.
  public init(_ value: Value) { content = Lock(value) }

  /// The current value.
  public var value: Value {
    registrar.access(self, keyPath: \.value)
    return content.withLock { $0 }
  }

  /// Changes the value, then notifies the observers.
  ///
  /// If an observer changes the value, the new value is reported after the current one was reported
  /// to all observers.
  public func update(_ change: (inout Value) throws -> Void) rethrows {
    try registrar.withMutation(of: self, keyPath: \.value) {
      try content.withLock { value in
        try change(&value)
        // ORDER: enqueued under the lock, so that values are reported in the order of the changes.
        queue.enqueue { [subscribers, value] in subscribers.notify(value) }
      }
    }
    queue.drain()
  }

  /// Calls `observer` with each new value until the subscription is cancelled.
  public func observe(_ observer: @escaping @Sendable (Value) -> Void) -> Subscription {
    subscribers.add(observer)
  }

  /// Calls `observer` with the selected part of each new value, if it differs from the previous
  /// one.
  public func observe<Part: Equatable & Sendable>(
    _ select: @escaping @Sendable (Value) -> Part, _ observer: @escaping @Sendable (Part) -> Void
  ) -> Subscription {
    let last = Lock(select(content.withLock { $0 }))
    return subscribers.add { value in
      let part = select(value)
      let isNew = last.withLock { last in
        defer { last = part }
        return last != part
      }
      if isNew { observer(part) }
    }
  }
}
