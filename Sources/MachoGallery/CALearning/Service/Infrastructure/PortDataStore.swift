import Composable

extension CALearning {
  /// The store of the session that runs, with the stubs of its script.
  ///
  /// `Dependencies` is shared by all sessions of a process. Each call is forwarded to the `dataStore`
  /// of the caller's session.
  struct PortDataStore: StoreInterface {
    private var port: PersistencePort {
      @Dependency(\.dataStore) var port
      return port
    }

    func save(_ keyValue: KeyValue) throws {
      switch keyValue {
      case .bool(let key, let value): try port.save(BoolKey(key), value)
      }
    }

    func get<K: Key>(_ key: K) throws -> K.ValueType? {
      guard let key = key as? KeyValue.BoolKey else { return nil }
      return try port.get(BoolKey(key)) as? K.ValueType
    }

    func delete<K: Key>(_ key: K) throws {
      guard let key = key as? KeyValue.BoolKey else { return }
      try port.delete(BoolKey(key))
    }
  }
}

extension PersistencePort {
  /// Creates a port backed by a store.
  init(_ store: some CALearning.StoreInterface) {
    save = { try store.save(.bool(key: .init($0), value: $1)) }
    get = { try store.get(CALearning.KeyValue.BoolKey($0)) }
    delete = { try store.delete(CALearning.KeyValue.BoolKey($0)) }
  }
}

extension BoolKey {
  fileprivate init(_ key: CALearning.KeyValue.BoolKey) {
    self =
      switch key {
      case .hasCompletedTutorial: .hasCompletedTutorial
      }
  }
}

extension CALearning.KeyValue.BoolKey {
  fileprivate init(_ key: BoolKey) {
    self =
      switch key {
      case .hasCompletedTutorial: .hasCompletedTutorial
      }
  }
}
