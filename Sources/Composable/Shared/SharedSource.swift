import Foundation

/// The place where a shared value is stored.
///
/// SAFETY: `value` and `version` are accessed only with `valueLock` held. The other properties are
/// constants or written only in an initializer, before other code has a reference to this object.
final class SharedSource<Value>: AnySharedSource, @unchecked Sendable {
  /// Recursive, so that a modification can read the value, for example by a value derived from it:
  /// `$rows.withLock { $0.remove(id: state.row.id) }`.
  private let valueLock = NSRecursiveLock()
  private var value: Value
  /// The number of modifications.
  private var version = 0
  /// The source that this one is a copy of, and its version then. A copy has no key.
  private let original: (source: SharedSource, version: Int)?
  /// Held while a value is saved, so that the last value is saved last.
  let saveLock = NSRecursiveLock()
  var connection: SharedConnection<Value>?
  /// The value that the key loaded first. `nil` without a key.
  private var firstValue: Value?
  private var firstVersion: Int?

  init(_ value: Value) {
    self.value = value
    original = nil
  }

  private init(_ value: Value, copying original: SharedSource, version: Int) {
    self.value = value
    self.original = (original, version)
  }

  override var originalSource: AnySharedSource? { original?.source }
  override var originalVersion: Int { original?.version ?? 0 }

  /// Returns a source with the current value that nothing else modifies: `last`, if that is an equal
  /// copy.
  func copy(last: AnySharedSource?) -> SharedSource {
    valueLock.withLock {
      if let last = last as? SharedSource, let original = last.original, original.source === self,
        original.version == version
      {
        return last
      }
      return SharedSource(value, copying: self, version: version)
    }
  }

  /// Records that the key has loaded its first value.
  func recordFirstValue() {
    valueLock.withLock { (firstValue, firstVersion) = (value, version) }
  }

  /// Makes `copyOfInitialValue` return `nil`.
  func forgetFirstVersion() { valueLock.withLock { firstVersion = nil } }

  /// Returns a copy with the initial value of the key, if the source has its first value. It is older
  /// than each other copy.
  func copyOfInitialValue() -> SharedSource? {
    valueLock.withLock {
      guard let connection, version == firstVersion else { return nil }
      return SharedSource(connection.initialValue, copying: self, version: -1)
    }
  }

  override func copy(by copier: SharedCopier) { _ = copier.source(for: self) }

  override func restoreFirstValue() {
    guard let firstValue, valueLock.withLock({ version > 0 }) else { return }
    replace(by: firstValue)
    saveChange()
  }

  override func restore(from copy: AnySharedSource) {
    guard let copy = copy as? SharedSource else { return }
    let isCurrent = valueLock.withLock { copy.original?.version == version && copy.version == 0 }
    guard copy.original?.source !== self || !isCurrent else { return }
    replace(by: copy.currentValue)
    saveChange()
  }

  override func load() async throws { try await loadFromKey() }
  override func save() async throws { try await saveToKey() }

  /// The value now. Does not register the access for observation.
  var currentValue: Value { valueLock.withLock { value } }

  /// Replaces the value by one that was loaded.
  func replace(by newValue: Value) {
    notifyingListeners {
      notifyingObservers {
        valueLock.withLock {
          version += 1
          value = newValue
        }
      }
    }
  }

  /// Modifies the value and saves it.
  func modifyCurrentValue<Result>(
    _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    let dependencies = DependencyValues.current
    dependencies.recordImpurity()
    let tracker = dependencies.sharedChangeTracker
    return try notifyingListeners {
      defer { tracker?.didChange() }
      let result = try notifyingObservers {
        try valueLock.withLock {
          tracker?.willChange(self, from: value)
          version += 1
          // A copy, because `body` may read the value, which is the one before the modification.
          var modified = value
          defer { value = modified }
          return try body(&modified)
        }
      }
      saveChange()
      return result
    }
  }
}
