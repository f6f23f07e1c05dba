import Foundation

/// The failures of the example that runs.
public enum Failures {
  public static let current = Guarded<[String]>([])
}

/// A value that one thread at a time uses.
///
/// SAFETY: the value is only accessed with the lock.
public final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  public init(_ value: Value) { self.value = value }

  public func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&value) }
  }
}
