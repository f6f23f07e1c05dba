import MachoLocks

extension CALearning {
  /// A store in memory, for tests and previews.
  final class MemoryDataStore: StoreInterface {
    private let values = Lock<[String: any Sendable]>([:])

    func save(_ keyValue: KeyValue) {
      switch keyValue {
      case .bool(let key, let value): values.withLock { $0[key.rawValue] = value }
      }
    }

    func get<K: Key>(_ key: K) -> K.ValueType? {
      values.withLock { $0[key.rawValue] } as? K.ValueType
    }

    func delete<K: Key>(_ key: K) { values.withLock { $0[key.rawValue] = nil } }
  }
}
