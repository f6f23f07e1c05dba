import MachoLocks

/// The observers of a store's state and of all stores scoped from it.
///
/// PERFORMANCE: one instance serves all these stores, so unobserved stores add no cost to a send.
@MainActor
final class StoreObservers {
  /// One check for each scope whose state was read since the last notification, in the order of the
  /// reads. A check notifies its observers if the state was replaced. It returns whether it still
  /// waits for a change.
  private var changeChecks: [() -> Bool] = []
  private nonisolated let listeners = Lock(Listeners())

  private struct Listeners: Sendable {
    var all: [Int: Listener] = [:]
    var lastID = 0
  }

  /// A callback-based observer.
  struct Listener: Sendable {
    /// The scope of the observed store.
    let scopeID: ObjectIdentifier
    let onChange: @MainActor @Sendable () -> Void
    let onFinish: @Sendable () -> Void
  }

  nonisolated init() {}

  /// Calls `isWaiting` after each batch of reduced actions, until it returns `false`.
  func addChangeCheck(_ isWaiting: @escaping () -> Bool) {
    changeChecks.append(isWaiting)
  }

  /// Notifies all observers that actions were reduced.
  func notifyStateChange() {
    let checks = changeChecks
    changeChecks = []
    // A notified observer may read again immediately. Its new check is appended after the others.
    let waiting = checks.filter { $0() }
    changeChecks = waiting + changeChecks
    // ORDER: in registration order, so that a caller with two observers sees a fixed order.
    let all = listeners.withLock { $0.all }
    guard !all.isEmpty else { return }
    for (_, listener) in all.sorted(by: { $0.key < $1.key }) { listener.onChange() }
  }

  /// Adds a listener. Returns the ID to remove it with.
  func addListener(_ listener: Listener) -> Int {
    listeners.withLock {
      $0.lastID += 1
      $0.all[$0.lastID] = listener
      return $0.lastID
    }
  }

  nonisolated func removeListener(_ id: Int) {
    // Released without the lock, because what the listener captures may send when it is released.
    _ = listeners.withLock { $0.all.removeValue(forKey: id) }
  }

  /// Notifies the listeners of a scope that its store is gone, and removes them.
  nonisolated func finishListeners(of scopeID: ObjectIdentifier) {
    let removed = listeners.withLock { listeners in
      let removed = listeners.all.filter { $0.value.scopeID == scopeID }
      for id in removed.keys { listeners.all[id] = nil }
      return removed
    }
    for listener in removed.values { listener.onFinish() }
  }
}
