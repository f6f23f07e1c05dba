import MachoLocks
import Observation

/// The sources of all keys in use, by identity. Properties with equal keys share one source.
final class SharedSources: Sendable {
  private struct Key: Hashable {
    let value: ObjectIdentifier
    // SAFETY: `SharedReaderKey.id` creates this value. Only `==` and `hash(into:)` use it, with the
    // lock of `entries` held.
    let id: UnsafeTransfer<AnyHashable>
  }

  private struct Entry: Sendable {
    weak var source: AnySharedSource?
  }

  private let entries = Lock<[Key: Entry]>([:])

  /// The sources in effect: those of the running test, script or app.
  static var current: SharedSources { DependencyValues.current.defaults.sharedSources }

  /// Returns the source of a key.
  ///
  /// - Parameter loads: Whether a new source loads its value.
  func source<Key: SharedReaderKey>(
    of key: Key, initialValue: () -> Key.Value, loads: Bool = true
  ) -> SharedSource<Key.Value> {
    let entry = Self.Key(
      value: ObjectIdentifier(Key.Value.self), id: UnsafeTransfer(AnyHashable(key.id)))
    if let source = existing(entry, Key.Value.self) { return source }
    // ORDER: not under the lock, because loading may use other shared values.
    let created = SharedSource(key, initialValue: initialValue(), loads: loads)
    // The value may be one that this process has stored.
    if entries.withLock({ $0[entry] != nil }) { created.forgetFirstVersion() }
    return entries.withLock { entries in
      // Two threads may each have created a source; all use the first one.
      if let first = entries[entry]?.source as? SharedSource<Key.Value> { return first }
      // Removes entries whose source was released with the last property that used it.
      if entries.count >= 64, entries.count.nonzeroBitCount == 1 {
        entries = entries.filter { $0.value.source != nil }
      }
      entries[entry] = Entry(source: created)
      return created
    }
  }

  /// The sources that are in use.
  var all: [AnySharedSource] { entries.withLock { $0.values.compactMap(\.source) } }

  private func existing<Value>(_ key: Key, _ type: Value.Type) -> SharedSource<Value>? {
    entries.withLock { $0[key]?.source as? SharedSource<Value> }
  }
}

/// Holds a reference that `load(_:)` can replace by another one. Copies of a property share it.
///
/// SAFETY: `@unchecked Sendable` because the reference is in a lock, and references are `Sendable`.
final class SharedBox<Value, Reference: SharedReaderReference<Value>>: Observable,
  @unchecked Sendable
{
  private let lockedReference: Lock<Reference>
  private let registrar = ObservationRegistrar()
  private var observed: Void { () }
  /// Called after the reference was replaced, by number.
  private let listeners = Lock<(last: Int, all: [Int: @Sendable () -> Void])>((0, [:]))

  init(_ reference: Reference) { lockedReference = Lock(reference) }

  /// The reference. Registers the access for observation.
  var reference: Reference {
    get {
      registrar.access(self, keyPath: \.observed)
      return lockedReference.withLock { $0 }
    }
    set {
      registrar.withMutation(of: self, keyPath: \.observed) {
        lockedReference.withLock { $0 = newValue }
      }
      let all = listeners.withLock { $0.all }
      for (_, onReplacement) in all.sorted(by: { $0.key < $1.key }) { onReplacement() }
    }
  }

  /// Calls a closure each time the reference was replaced. Returns the number to remove it with.
  func addListener(_ onReplacement: @escaping @Sendable () -> Void) -> Int {
    listeners.withLock {
      $0.last += 1
      $0.all[$0.last] = onReplacement
      return $0.last
    }
  }

  func removeListener(_ id: Int) { _ = listeners.withLock { $0.all.removeValue(forKey: id) } }
}
