import Foundation

/// A value behind a lock, for closures that run on any thread: what a test's dependency notes.
///
/// ```swift
/// let saved = LockIsolated<[Item]>([])
/// store.dependencies.database.save = { item in saved.withValue { $0.append(item) } }
/// ```
///
/// `@unchecked Sendable`: the value is touched only while the lock is held. As upstream's, whoever
/// takes something out of it that is not `Sendable` answers for it.
@dynamicMemberLookup
public final class LockIsolated<Value>: @unchecked Sendable {
  private var storage: Value
  // Recursive, as upstream's: who changes the value may look at it meanwhile.
  private let lock = NSRecursiveLock()

  /// Puts a value behind a lock of its own.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    storage = try value()
  }

  /// A property of the value.
  public subscript<Subject: Sendable>(dynamicMember keyPath: KeyPath<Value, Subject>) -> Subject {
    lock.withLock { storage[keyPath: keyPath] }
  }

  /// Uses the value while nobody else does.
  public func withValue<Result: Sendable>(
    _ operation: @Sendable (_ value: inout Value) throws -> Result
  ) rethrows -> Result {
    try lock.withLock {
      var value = storage
      defer { storage = value }
      return try operation(&value)
    }
  }

  /// Replaces the value.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    try lock.withLock { storage = try newValue() }
  }
}

extension LockIsolated where Value: Sendable {
  /// The value as it is now.
  public var value: Value { lock.withLock { storage } }
}

/// A value behind an actor. `LockIsolated` does the same without `await`.
public actor ActorIsolated<Value> {
  /// The value as it is now.
  public var value: Value

  /// Puts a value behind an actor of its own.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    self.value = try value()
  }

  /// Uses the value while nobody else does.
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
