public import Foundation

/// A key that keeps its value in `UserDefaults`.
public struct AppStorageKey<Value: Sendable>: SharedKey {
  /// The identity of an `AppStorageKey`.
  public struct ID: Hashable, Sendable {
    let key: String
    let store: ObjectIdentifier
  }

  private let key: String
  private let store: UnsafeTransfer<UserDefaults>
  private let usesDefaultStore: Bool
  private let coding: AppStorageCoding<Value>

  // SAFETY: `UserDefaults` is thread-safe, as Foundation documents.
  init(_ key: String, _ store: UserDefaults?, _ coding: AppStorageCoding<Value>) {
    self.key = key
    usesDefaultStore = store == nil
    self.store = UnsafeTransfer(store ?? DependencyValues.current.defaultAppStorage)
    self.coding = coding
  }

  public var id: ID { ID(key: key, store: ObjectIdentifier(store.value)) }

  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    // As upstream, the first use stores the default.
    if store.value.object(forKey: key) == nil, let initialValue = context.initialValue {
      try? write(initialValue)
    }
    continuation.resume(with: .success(storedValue))
  }

  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    let last = LockIsolated(storedObject)
    // SAFETY: the observer is only passed back to the notification center, which is thread-safe.
    let observer = UnsafeTransfer(
      NotificationCenter.default.addObserver(
        forName: UserDefaults.didChangeNotification, object: store.value, queue: nil
      ) { _ in
        guard !AppStorageSaving.isSaving else { return last.setValue(storedObject) }
        let isChanged = last.withValue { last in
          let current = storedObject
          defer { last = current }
          return !isSameObject(last.value, current.value)
        }
        if isChanged { subscriber.yield(with: .success(storedValue)) }
      })
    return SharedSubscription { NotificationCenter.default.removeObserver(observer.value) }
  }

  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    continuation.resume(with: Result { try write(value) })
  }

  private func write(_ value: Value) throws {
    let object = try coding.encode(value)
    AppStorageSaving.$isSaving.withValue(true) {
      if let object {
        store.value.set(object, forKey: key)
      } else {
        store.value.removeObject(forKey: key)
      }
      // On Linux, Foundation writes no file without it.
      if store.value === UserDefaults.standard { _ = store.value.synchronize() }
    }
  }

  private var storedObject: UnsafeTransfer<Any?> { UnsafeTransfer(store.value.object(forKey: key)) }

  private var storedValue: Value? {
    store.value.object(forKey: key).flatMap { coding.decode($0) }
  }
}

extension AppStorageKey: StorageSharedKey {
  func inCurrentStorage() -> Self { usesDefaultStore ? Self(key, nil, coding) : self }
}

extension AppStorageKey: CustomStringConvertible {
  public var description: String { ".appStorage(\(String(reflecting: key)))" }
}

/// Whether the current task saves a value. It then ignores the notification of that change.
private enum AppStorageSaving {
  @TaskLocal static var isSaving = false
}

private func isSameObject(_ left: Any?, _ right: Any?) -> Bool {
  switch (left, right) {
  case (nil, nil): true
  case (let left as any Equatable, let right?): isEqual(left, right)
  default: false
  }
}

private func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
  left == right as? Value
}

extension DependencyValues {
  /// The defaults of `.appStorage` keys. Live: `UserDefaults.standard`. In tests, scripts and
  /// previews: separate defaults in memory.
  public var defaultAppStorage: UserDefaults {
    get { self[AppStorageDependencyKey.self].value }
    set { self[AppStorageDependencyKey.self] = UncheckedSendable(newValue) }
  }

  // SAFETY: `UserDefaults` is thread-safe, as Foundation documents.
  private enum AppStorageDependencyKey: SharedStorageDependencyKey {
    static var liveValue: UncheckedSendable<UserDefaults> { UncheckedSendable(.standard) }
    static var previewValue: UncheckedSendable<UserDefaults> { UncheckedSendable(.inMemory) }
    static var testValue: UncheckedSendable<UserDefaults> { UncheckedSendable(.inMemory) }
  }
}
