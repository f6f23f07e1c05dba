import MachoLocks
import Observation

/// A value that is watched: by Swift's Observation, as SwiftUI does, or by a function.
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

  /// Begins with a value.
  public init(_ value: Value) { content = Lock(value) }

  /// The value as it is now.
  public var value: Value {
    registrar.access(self, keyPath: \.value)
    return content.withLock { $0 }
  }

  /// Changes the value, then tells whoever observes it.
  ///
  /// A change made by an observer is told after the change that it was told of.
  public func update(_ change: (inout Value) throws -> Void) rethrows {
    try registrar.withMutation(of: self, keyPath: \.value) {
      try content.withLock { value in
        try change(&value)
        // Added under the lock, so that values are told in the order in which they were made.
        queue.enqueue { [subscribers, value] in subscribers.notify(value) }
      }
    }
    queue.drain()
  }

  /// Calls a function with each value from now on, until the subscription ends.
  public func observe(_ observer: @escaping @Sendable (Value) -> Void) -> Subscription {
    subscribers.add(observer)
  }

  /// Calls a function with each value of a part that differs from the one before.
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
