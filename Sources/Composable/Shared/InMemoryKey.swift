import MachoLocks

extension SharedReaderKey {
  /// Shares a value in memory, until the app ends.
  ///
  /// ```swift
  /// @Shared(.inMemory("isOn")) var isOn = false
  /// ```
  public static func inMemory<Value>(_ key: String) -> Self where Self == InMemoryKey<Value> {
    InMemoryKey(key)
  }
}

/// A key that keeps its value in memory.
public struct InMemoryKey<Value: Sendable>: SharedKey {
  /// The identity of an `InMemoryKey`.
  public struct ID: Hashable, Sendable {
    let key: String
    let storage: ObjectIdentifier
  }

  private let key: String
  private let storage: InMemoryStorage

  init(_ key: String) {
    self.key = key
    storage = DependencyValues.current.defaultInMemoryStorage
  }

  public var id: ID { ID(key: key, storage: ObjectIdentifier(storage.values)) }

  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    if let value = storage.value(forKey: key, default: context.initialValue) {
      continuation.resume(returning: value)
    } else {
      continuation.resumeReturningInitialValue()
    }
  }

  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    SharedSubscription {}
  }

  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    storage.setValue(value, forKey: key)
    continuation.resume()
  }
}

extension InMemoryKey: StorageSharedKey {
  func inCurrentStorage() -> Self { Self(key) }
}

extension InMemoryKey: CustomStringConvertible {
  public var description: String { ".inMemory(\(String(reflecting: key)))" }
}

/// The values of `.inMemory` keys.
public struct InMemoryStorage: Hashable, Sendable {
  let values = Lock<[String: any Sendable]>([:])

  /// Creates an empty storage.
  public init() {}

  /// Returns the value of a key. Stores `initialValue` if there is none.
  func value<Value: Sendable>(forKey key: String, default initialValue: Value?) -> Value? {
    values.withLock { values in
      // Unwraps before it casts: a missing value is also a valid `Value` if that is an `Optional`.
      if let value = values[key], let value = value as? Value { return value }
      if let initialValue { values[key] = initialValue }
      return initialValue
    }
  }

  func setValue(_ value: some Sendable, forKey key: String) {
    values.withLock { $0[key] = value }
  }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.values === rhs.values }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(values)) }
}

extension DependencyValues {
  /// The storage of `.inMemory` keys. Each test and each script has its own.
  public var defaultInMemoryStorage: InMemoryStorage {
    get { self[InMemoryStorageKey.self] }
    set { self[InMemoryStorageKey.self] = newValue }
  }

  private enum InMemoryStorageKey: SharedStorageDependencyKey {
    static var liveValue: InMemoryStorage { InMemoryStorage() }
    static var testValue: InMemoryStorage { InMemoryStorage() }
  }
}
