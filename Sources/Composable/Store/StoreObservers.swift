import MachoLocks

/// Who is to be told of changes to the state of a store, and of all stores scoped from it.
///
/// There is one for them all, so that a send costs nothing for stores that nobody looks at.
@MainActor
final class StoreObservers {
  /// For each link whose state was read and not replaced since: tells its observers if it is
  /// replaced now, and says whether it still waits. In the order in which they were read.
  private var watches: [() -> Bool] = []
  private nonisolated let listeners = Lock(Listeners())

  private struct Listeners: Sendable {
    var all: [Int: Listener] = [:]
    var lastID = 0
  }

  /// Somebody who is told in another way.
  struct Listener: Sendable {
    /// The link of the store that is listened to.
    let link: ObjectIdentifier
    let changed: @MainActor @Sendable () -> Void
    let ended: @Sendable () -> Void
  }

  nonisolated init() {}

  /// Asks `isWaiting` after each action, until it says that it is not.
  func watch(_ isWaiting: @escaping () -> Bool) {
    watches.append(isWaiting)
  }

  /// Actions were reduced.
  func didChange() {
    let asked = watches
    watches = []
    // Who is told may look again at once, and then waits behind the others.
    let waiting = asked.filter { $0() }
    watches = waiting + watches
    // In the order in which they came, so that who observes twice sees one order.
    let all = listeners.withLock { $0.all }
    guard !all.isEmpty else { return }
    for (_, listener) in all.sorted(by: { $0.key < $1.key }) { listener.changed() }
  }

  /// Adds somebody to tell, until the number that is returned is removed.
  func listen(_ listener: Listener) -> Int {
    listeners.withLock {
      $0.lastID += 1
      $0.all[$0.lastID] = listener
      return $0.lastID
    }
  }

  nonisolated func remove(_ id: Int) {
    listeners.withLock { $0.all[id] = nil }
  }

  /// Tells those who listen to a store that it is gone.
  nonisolated func end(_ link: ObjectIdentifier) {
    let gone = listeners.withLock { listeners in
      let gone = listeners.all.filter { $0.value.link == link }
      for id in gone.keys { listeners.all[id] = nil }
      return gone.values.map(\.ended)
    }
    for end in gone { end() }
  }
}
