import MachoLocks

extension CALearning {
  /// What the domain needs from outside.
  struct Dependencies: Sendable {
    private static let current = Lock(Dependencies())

    /// The dependencies in use. Default: those of an app.
    static var shared: Dependencies { current.withLock { $0 } }

    let dataStore: any StoreInterface

    init(dataStore: any StoreInterface = UserDefaultsDataStore()) { self.dataStore = dataStore }

    /// Replaces the shared dependencies.
    func set(mock: Dependencies) { Self.current.withLock { $0 = mock } }
  }
}
