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

extension SharedReader {
  /// Replaces the value, as the code that writes it does. Returns `false` if this refers to a part
  /// that cannot be modified.
  package func modify(to value: Value) -> Bool {
    guard let reference = reference as? SharedReference<Value> else { return false }
    reference.modify { $0 = value }
    return true
  }
}

extension Shared {
  /// What this refers to.
  package var target: SharedTarget { SharedTarget(reference.id) }
}

extension SharedReader {
  /// What this refers to.
  package var target: SharedTarget { SharedTarget(reference.id) }
}

/// What a shared value refers to: a stored value, or a part of it.
package struct SharedTarget: Hashable {
  /// The identity of the stored value.
  package let source: ObjectIdentifier
  /// Whether it is the whole stored value.
  package var isWhole: Bool { path.isEmpty }
  private let path: [AnyHashable]

  init(_ id: SharedReferenceID) {
    source = id.source
    path = id.path
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
