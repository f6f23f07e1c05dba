import Foundation
import IssueReporting

/// The operations of the key that loads and saves a source.
struct SharedConnection<Value> {
  let initialValue: Value
  /// The key as text: `.appStorage("count")`.
  let name: String
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
      initialValue: initialValue, name: String(describing: key), load: key.load,
      save: Self.saving(key),
      sourceInCurrentStorage: {
        let key = (key as? any StorageSharedKey)?.inCurrentStorage() as? Key ?? key
        return SharedSources.current.source(of: key, initialValue: { initialValue })
      })
    self.connection = connection
    if loads {
      modifyStatus { $0.isLoading = true }
      connection.load(.initialValue(initialValue), loadContinuation { _ in })
    }
    recordFirstValue()
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
    } ifNeverResumed: { [weak self] in
      self?.modifyStatus { $0.isLoading = false }
      completion(nil)
    }
  }

  /// Saves the value because it changed.
  func saveChange() {
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
  /// Loads the value because the user asked for it. Throws the key's error.
  func loadFromKey() async throws {
    guard let connection else { return }
    modifyStatus { $0.isLoading = true }
    try await withCheckedThrowingContinuation { continuation in
      connection.load(
        .userInitiated, loadContinuation(isUserInitiated: true) { continuation.resume($0) })
    }
  }

  /// Saves the value because the user asked for it. Throws the key's error.
  func saveToKey() async throws {
    guard let save = connection?.save else { return }
    try await withCheckedThrowingContinuation { continuation in
      saveLock.withLock {
        save(
          currentValue, .userInitiated,
          SaveContinuation { [weak self] result in
            self?.didSave(result, reportsErrors: false)
            continuation.resume(with: result)
          } ifNeverResumed: {
            continuation.resume()
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
