// Shared values that text describes. Nothing is stored before a store is opened with them.

extension Shared {
  /// Creates a shared value without a key.
  package init(detachedValue value: Value) {
    self.init(SharedSourceReference(SharedSource(value)))
  }

  /// Returns a copy with another value. A store that is opened with it sets the original to that
  /// value, in its own storage.
  package func detached(settingTo value: Value) -> Self {
    let copy = reference.rebound(by: SharedCopier())
    copy.modify { $0 = value }
    return Self(copy)
  }
}

extension SharedReader {
  /// Creates a shared value without a key.
  package init(detachedValue value: Value) {
    self.init(SharedSourceReference(SharedSource(value)))
  }

  /// Returns a copy with another value. If its original can be modified, a store that is opened with
  /// it sets the original to that value, in its own storage.
  package func detached(settingTo value: Value) -> Self {
    guard let copy = reference.rebound(by: SharedCopier()) as? SharedReference<Value> else {
      return Self(detachedValue: value)
    }
    copy.modify { $0 = value }
    return Self(copy)
  }
}

/// Runs `body` with empty storage of shared values: each keyed value has its default.
package func withSeparateSharedStorage<Result>(_ body: () -> Result) -> Result {
  withDependencies {
    $0.defaultInMemoryStorage = InMemoryStorage()
    $0.defaultAppStorage = .inMemory
    $0.defaultFileStorage = .inMemory
  } operation: {
    body()
  }
}
