import MachoLocks

/// A data store in memory.
public final class MemoryDataStore: DataStore {
  private let values = Lock<[String: any Sendable]>([:])

  /// Creates an empty store.
  public init() {}

  public func save<Value>(_ value: Value, for key: DataKey<Value>) {
    values.withLock { $0[key.name] = value }
  }

  public func get<Value>(_ key: DataKey<Value>) throws -> Value? {
    guard let value = values.withLock({ $0[key.name] }) else { return nil }
    guard let typed = value as? Value else {
      throw DataStoreError.wrongType(key: key.name, expected: "\(Value.self)")
    }
    return typed
  }

  public func delete<Value>(_ key: DataKey<Value>) {
    values.withLock { $0[key.name] = nil }
  }
}
