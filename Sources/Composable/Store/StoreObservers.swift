import MachoLocks

/// Who is to be told of changes to the state of a store, and of all stores scoped from it.
///
/// There is one for them all, so that a send costs nothing for stores that nobody looks at.
@MainActor
final class StoreObservers {
  /// For each link whose state was read and not replaced since: tells its observers if it is
  /// replaced now, and says whether it still waits. In the order in which they were read.
  private var changeChecks: [() -> Bool] = []
  private nonisolated let listeners = Lock(Listeners())

  private struct Listeners: Sendable {
    var all: [Int: Listener] = [:]
    var lastID = 0
  }

  /// Somebody who is told in another way.
  struct Listener: Sendable {
    /// The link of the store that is listened to.
    let scopeID: ObjectIdentifier
    let onChange: @MainActor @Sendable () -> Void
    let onFinish: @Sendable () -> Void
  }

  nonisolated init() {}

  /// Asks `isWaiting` after each action, until it says that it is not.
  func addChangeCheck(_ isWaiting: @escaping () -> Bool) {
    changeChecks.append(isWaiting)
  }

  /// Actions were reduced.
  func notifyStateChange() {
    let asked = changeChecks
    changeChecks = []
    // Who is told may look again at once, and then waits behind the others.
    let waiting = asked.filter { $0() }
    changeChecks = waiting + changeChecks
    // In the order in which they came, so that who observes twice sees one order.
    let all = listeners.withLock { $0.all }
    guard !all.isEmpty else { return }
    for (_, listener) in all.sorted(by: { $0.key < $1.key }) { listener.onChange() }
  }

  /// Adds somebody to tell, until the number that is returned is removed.
  func addListener(_ listener: Listener) -> Int {
    listeners.withLock {
      $0.lastID += 1
      $0.all[$0.lastID] = listener
      return $0.lastID
    }
  }

  nonisolated func removeListener(_ id: Int) {
    listeners.withLock { $0.all[id] = nil }
  }

  /// Tells those who listen to a store that it is gone.
  nonisolated func finishListeners(_ link: ObjectIdentifier) {
    let gone = listeners.withLock { listeners in
      let gone = listeners.all.filter { $0.value.scopeID == link }
      for id in gone.keys { listeners.all[id] = nil }
      return gone.values.map(\.onFinish)
    }
    for end in gone { end() }
  }
}
