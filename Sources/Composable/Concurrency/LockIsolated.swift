import Foundation

/// A value guarded by a lock, for closures that run on any thread, such as test dependencies.
///
/// ```swift
/// let saved = LockIsolated<[Item]>([])
/// store.dependencies.database.save = { item in saved.withValue { $0.append(item) } }
/// ```
///
/// SAFETY: `@unchecked Sendable` because the value is accessed only under the lock. As upstream,
/// callers are responsible for values that they read from it and that are not `Sendable`.
@dynamicMemberLookup
public final class LockIsolated<Value>: @unchecked Sendable {
  private var storage: Value
  // Recursive, as upstream: a closure that changes the value may also read it.
  private let lock = NSRecursiveLock()

  /// Creates a value with its own lock.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    storage = try value()
  }

  /// A property of the value.
  public subscript<Subject: Sendable>(dynamicMember keyPath: KeyPath<Value, Subject>) -> Subject {
    lock.withLock { storage[keyPath: keyPath] }
  }

  /// Calls `operation` with exclusive access to the value.
  public func withValue<Result: Sendable>(
    _ operation: @Sendable (_ value: inout Value) throws -> Result
  ) rethrows -> Result {
    try lock.withLock {
      var value = storage
      defer { replaceStorage(by: value) }
      return try operation(&value)
    }
  }

  /// Replaces the value.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    try lock.withLock { replaceStorage(by: try newValue()) }
  }

  /// The old value is released when the access to `storage` has ended, because it may use this lock
  /// when it is released.
  private func replaceStorage(by value: Value) {
    let old = storage
    storage = value
    withExtendedLifetime(old) {}
  }
}

extension LockIsolated where Value: Sendable {
  /// The current value.
  public var value: Value { lock.withLock { storage } }
}

/// A value guarded by an actor. `LockIsolated` needs no `await`.
public actor ActorIsolated<Value> {
  /// The current value.
  public var value: Value

  /// Creates a value with its own actor.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    self.value = try value()
  }

  /// Calls `operation` with exclusive access to the value.
  public func withValue<Result>(
    _ operation: @Sendable (_ value: inout Value) throws -> Result
  ) rethrows -> Result {
    var value = value
    defer { self.value = value }
    return try operation(&value)
  }

  /// Replaces the value.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    value = try newValue()
  }
}
