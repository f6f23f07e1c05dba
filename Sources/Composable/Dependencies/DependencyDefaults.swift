import MachoLocks

/// The default values that were made so far, one a key and context.
final class DependencyDefaults: Sendable {
  /// Those of a process, for values that were not given others.
  static let ofProcess = DependencyDefaults()

  private struct Entry: Hashable {
    let key: ObjectIdentifier
    let context: DependencyContext
  }

  private let values = Lock<[Entry: any Sendable]>([:])

  /// The default of `key` in `context`; made, on the first use, on behalf of `access`.
  func value<Key: TestDependencyKey>(
    of key: Key.Type, in context: DependencyContext, access: () -> DependencyAccess
  ) -> Key.Value {
    let entry = Entry(key: ObjectIdentifier(key), context: context)
    if let value = values.withLock({ $0[entry] }) {
      // An entry is only ever written below, under the same key.
      return value as! Key.Value
    }
    // Without the lock: making a value may use other dependencies.
    let access = access()
    let value = DependencyAccess.$current.withValue(access) { make(key, in: context, access) }
    // A use that was reported is reported again, so that no test passes by another's issue.
    guard !access.didReport else { return value }
    return values.withLock {
      // Two threads may have made one each; all use the first.
      if let first = $0[entry] as? Key.Value { return first }
      $0[entry] = value
      return value
    }
  }

  private func make<Key: TestDependencyKey>(
    _ key: Key.Type, in context: DependencyContext, _ access: DependencyAccess
  ) -> Key.Value {
    switch context {
    case .preview: return key.previewValue
    case .test: return key.testValue
    case .live:
      if let value = liveValue(of: key) { return value }
      access.reportNoLiveValue(key: key)
      return key.testValue
    }
  }

  private func liveValue<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value? {
    guard let live = key as? any DependencyKey.Type else { return nil }
    func open<Live: DependencyKey>(_ live: Live.Type) -> Any { live.liveValue }
    return open(live) as? Key.Value
  }
}
