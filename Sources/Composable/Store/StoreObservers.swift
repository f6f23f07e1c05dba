import MachoLocks
import Observation

/// Who observes the state of a store and of all stores scoped from it.
///
/// There is one for them all, so that a send costs the same however many stores are alive. It is
/// told when an observable state is replaced by another; what changes inside of it, its own
/// registrar knows. Of any other state it is told each time that an action was reduced.
@MainActor
final class StoreObservers: Observable {
  /// Stands for the whole state in what is observed.
  private var whole: Void { () }

  private nonisolated let registrar = ObservationRegistrar()
  private var identity: ObservableStateID?
  private var isObserved = false
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

  init(identity: ObservableStateID?) {
    self.identity = identity
  }

  /// The state is read.
  func access() {
    isObserved = true
    registrar.access(self, keyPath: \.whole)
  }

  /// Actions were reduced. The state's identity is given if it has one.
  func didChange(to identity: ObservableStateID?) {
    let isSame = identity != nil && identity == self.identity
    self.identity = identity
    if isObserved, !isSame { registrar.withMutation(of: self, keyPath: \.whole) {} }
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
