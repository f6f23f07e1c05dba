import MachoLocks
import Observation

/// Who observes the state of a store and of all stores scoped from it.
///
/// There is one for them all, so that a send costs the same however many stores are alive. All are
/// told when any of the states that somebody has read was replaced by another.
@MainActor
final class StoreObservers: Observable {
  /// Stands for the whole state in what is observed.
  private var whole: Void { () }

  private nonisolated let registrar = ObservationRegistrar()

  /// Grows each time that all are told; each is told only once.
  private(set) var round = 1
  /// Of the states that were read since all were told, whether each was replaced meanwhile; nil if
  /// its store is gone.
  private var watches: [ObjectIdentifier: () -> Bool?] = [:]
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

  /// Asks after each action, until all are told, whether the state at a link was replaced.
  func watch(_ link: AnyObject, _ isReplaced: @escaping () -> Bool?) {
    watches[ObjectIdentifier(link)] = isReplaced
  }

  /// A state is read.
  func access() {
    registrar.access(self, keyPath: \.whole)
  }

  /// Actions were reduced.
  func didChange() {
    var isAnyReplaced = false
    for (link, isReplaced) in watches {
      switch isReplaced() {
      case true?: isAnyReplaced = true
      case false?: continue
      case nil: watches[link] = nil
      }
      if isAnyReplaced { break }
    }
    if isAnyReplaced {
      watches.removeAll(keepingCapacity: true)
      round += 1
      registrar.withMutation(of: self, keyPath: \.whole) {}
    }
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
