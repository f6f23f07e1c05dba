import Foundation
import IssueReporting
import MachoLocks
import Observation

/// The place where a shared value is stored, without its type.
class AnySharedSource: Observable, @unchecked Sendable {
  // SAFETY: `@unchecked Sendable` because the state below is in a lock. `SharedSource` documents
  // what it adds.

  /// The status of loading and saving.
  struct Status: Sendable {
    var isLoading = false
    var loadError: (any Error)?
    var saveError: (any Error)?
  }

  private let lockedStatus = Lock(Status())
  private let registrar = ObservationRegistrar()

  /// What observers observe: the value and the status, which change together.
  private var observed: Void { () }

  /// The status. Registers the access for observation.
  var status: Status {
    access()
    return lockedStatus.withLock { $0 }
  }

  /// Modifies the status and notifies the observers.
  func modifyStatus(_ body: (inout Status) -> Void) {
    notifyingObservers { lockedStatus.withLock { body(&$0) } }
  }

  /// Registers an access for observation.
  func access() { registrar.access(self, keyPath: \.observed) }

  /// Runs a change and notifies the observers.
  func notifyingObservers<Result>(of change: () throws -> Result) rethrows -> Result {
    try registrar.withMutation(of: self, keyPath: \.observed, change)
  }

  private struct Listeners: Sendable {
    var lastID = 0
    var all: [Int: @Sendable () -> Void] = [:]
  }

  private let listeners = Lock(Listeners())

  /// Calls `onChange` after each change of the value. Returns the number to remove it with.
  func addListener(_ onChange: @escaping @Sendable () -> Void) -> Int {
    listeners.withLock {
      $0.lastID += 1
      $0.all[$0.lastID] = onChange
      return $0.lastID
    }
  }

  func removeListener(_ id: Int) { listeners.withLock { $0.all[id] = nil } }

  /// Notifies the listeners, in the order in which they were added.
  func notifyListeners() {
    let all = listeners.withLock { $0.all }
    for (_, onChange) in all.sorted(by: { $0.key < $1.key }) { onChange() }
  }

  /// The source that this one is a copy of. `nil` for a source that a feature modifies.
  var originalSource: AnySharedSource? { nil }

  /// Sets the source to the value of a copy. Does nothing if it has that value already.
  func restore(from copy: AnySharedSource) {}

  /// Sets the source to the value that its key loaded first. Does nothing without a key.
  func restoreFirstValue() {}

  /// Adds a copy to those of `copier`.
  func copy(by copier: SharedCopier) {}

  /// Loads the value again. Does nothing without a key.
  func load() async throws {}

  /// Saves the value. Does nothing without a key.
  func save() async throws {}
}

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
  private let saveLock = NSRecursiveLock()
  private var connection: SharedConnection<Value>?
  /// The value that the key loaded first. `nil` without a key.
  private var firstValue: Value?

  init(_ value: Value) {
    self.value = value
    original = nil
  }

  private init(_ value: Value, copying original: SharedSource, version: Int) {
    self.value = value
    self.original = (original, version)
  }

  override var originalSource: AnySharedSource? { original?.source }

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
    notifyingObservers {
      valueLock.withLock {
        version += 1
        value = newValue
      }
    }
    notifyListeners()
  }

  fileprivate func modifyCurrentValue<Result>(
    _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    let dependencies = DependencyValues.current
    dependencies.recordImpurity()
    let tracker = dependencies.sharedChangeTracker
    defer {
      tracker?.didChange()
      notifyListeners()
    }
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

/// A source as a reference to its whole value.
final class SharedSourceReference<Value>: SharedReference<Value>, @unchecked Sendable {
  private let whole: SharedSource<Value>

  init(_ source: SharedSource<Value>) { whole = source }

  override var id: SharedReferenceID { SharedReferenceID(source: ObjectIdentifier(whole)) }

  override func rebound(by rebinder: SharedRebinder) -> SharedReference<Value> {
    SharedSourceReference(rebinder.source(for: whole))
  }

  override var source: AnySharedSource? { whole }

  override func read(_ moment: SharedMoment) -> Value {
    if moment == .expected, let tracker = SharedChangeTracker.asserting,
      let value = tracker.expectedValue(of: whole)
    {
      return value
    }
    whole.access()
    return whole.currentValue
  }

  override func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    if let tracker = SharedChangeTracker.asserting {
      return try tracker.modifyExpectedValue(of: whole, body)
    }
    return try whole.modifyCurrentValue(body)
  }
}

// MARK: Keys

/// The operations of the key that loads and saves a source.
struct SharedConnection<Value> {
  let initialValue: Value
  let load: (LoadContext<Value>, LoadContinuation<Value>) -> Void
  let save: ((Value, SaveContext, SaveContinuation) -> Void)?
  /// Returns the source of the key in the storage of the current dependencies.
  let sourceInCurrentStorage: () -> SharedSource<Value>
  var subscription: SharedSubscription?
}

extension SharedSource {
  /// Creates a source for a key: loads its value and subscribes to its changes.
  convenience init<Key: SharedReaderKey<Value>>(_ key: Key, initialValue: Value, loads: Bool) {
    self.init(initialValue)
    let connection = SharedConnection(
      initialValue: initialValue, load: key.load, save: Self.saving(key),
      sourceInCurrentStorage: {
        let key = (key as? any StorageSharedKey)?.inCurrentStorage() as? Key ?? key
        return SharedSources.current.source(of: key, initialValue: { initialValue })
      })
    self.connection = connection
    if loads {
      modifyStatus { $0.isLoading = true }
      connection.load(.initialValue(initialValue), loadContinuation { _ in })
    }
    firstValue = currentValue
    self.connection?.subscription = key.subscribe(
      context: .initialValue(initialValue),
      subscriber: SharedSubscriber(
        callback: { [weak self] in self?.didLoad($0, reportsErrors: true) },
        onLoading: { [weak self] isLoading in
          self?.modifyStatus { $0.isLoading = isLoading }
        }))
  }

  private static func saving(
    _ key: some SharedReaderKey<Value>
  ) -> ((Value, SaveContext, SaveContinuation) -> Void)? {
    func open<Key: SharedKey>(_ key: Key) -> ((Value, SaveContext, SaveContinuation) -> Void)? {
      { value, context, continuation in
        // SAFETY: `key` is the same object as above, so its value has this type.
        key.save(value as! Key.Value, context: context, continuation: continuation)
      }
    }
    return (key as? any SharedKey).flatMap { open($0) }
  }

  /// The source of the same key in the storage of the current dependencies. `nil` without a key.
  var sourceInCurrentStorage: SharedSource? { connection?.sourceInCurrentStorage() }

  /// Takes over a loaded value, or `nil` for the initial value.
  private func didLoad(_ result: Result<Value?, any Error>, reportsErrors: Bool) {
    switch result {
    case .success(let loaded):
      if let value = loaded ?? connection?.initialValue { replace(by: value) }
      modifyStatus {
        $0.isLoading = false
        $0.loadError = nil
      }
    case .failure(let error):
      modifyStatus {
        $0.isLoading = false
        $0.loadError = error
      }
      if reportsErrors { reportIssue(error) }
    }
  }

  /// Returns a continuation for a load. `completion` gets the error of a load that the user
  /// initiated; the error of another load is reported.
  private func loadContinuation(
    isUserInitiated: Bool = false, _ completion: @escaping @Sendable ((any Error)?) -> Void
  ) -> LoadContinuation<Value> {
    LoadContinuation { [weak self] result in
      self?.didLoad(result, reportsErrors: !isUserInitiated)
      if case .failure(let error) = result { completion(error) } else { completion(nil) }
    }
  }

  private func saveChange() {
    guard let save = connection?.save else { return }
    saveLock.withLock {
      save(
        currentValue, .didSet,
        SaveContinuation { [weak self] result in self?.didSave(result, reportsErrors: true) })
    }
  }

  private func didSave(_ result: Result<Void, any Error>, reportsErrors: Bool) {
    switch result {
    case .success:
      if status.saveError != nil { modifyStatus { $0.saveError = nil } }
    case .failure(let error):
      modifyStatus { $0.saveError = error }
      if reportsErrors { reportIssue(error) }
    }
  }
}

extension SharedSource {
  fileprivate func loadFromKey() async throws {
    guard let connection else { return }
    modifyStatus { $0.isLoading = true }
    try await withCheckedThrowingContinuation { continuation in
      connection.load(
        .userInitiated, loadContinuation(isUserInitiated: true) { continuation.resume($0) })
    }
  }

  fileprivate func saveToKey() async throws {
    guard let save = connection?.save else { return }
    try await withCheckedThrowingContinuation { continuation in
      saveLock.withLock {
        save(
          currentValue, .userInitiated,
          SaveContinuation { [weak self] result in
            self?.didSave(result, reportsErrors: false)
            continuation.resume(with: result)
          })
      }
    }
  }
}

extension CheckedContinuation where T == Void, E == any Error {
  fileprivate func resume(_ error: (any Error)?) {
    if let error { resume(throwing: error) } else { resume() }
  }
}
