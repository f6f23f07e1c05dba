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
    var all: [Int: @Sendable (_ isOrdered: Bool) -> Void] = [:]
    /// The gates of the listeners' stores.
    var gates: [Int: SharedGate] = [:]
  }

  private let listeners = Lock(Listeners())

  /// Calls `onChange` after each change of the value. Returns the number to remove it with.
  ///
  /// - Parameter gate: The gate that each change holds, together with its call of `onChange`.
  ///   Default: none.
  /// - Parameter onChange: Called with whether all gates were held.
  func addListener(
    gate: SharedGate? = nil, _ onChange: @escaping @Sendable (_ isOrdered: Bool) -> Void
  ) -> Int {
    listeners.withLock {
      $0.lastID += 1
      $0.all[$0.lastID] = onChange
      $0.gates[$0.lastID] = gate
      return $0.lastID
    }
  }

  func removeListener(_ id: Int) {
    listeners.withLock {
      $0.all[id] = nil
      $0.gates[id] = nil
    }
  }

  /// Runs a change with the gates of all listeners held, and then notifies the listeners, in the order
  /// in which they were added.
  func notifyingListeners<Result>(of change: () throws -> Result) rethrows -> Result {
    let gates = listeners.withLock { $0.gates }
    // ORDER: by number, so that two changes of one source never wait for each other.
    let ordered = gates.isEmpty ? [] : gates.sorted { $0.key < $1.key }.map(\.value)
    return try notifyingListeners(holding: ordered[...], isOrdered: true, of: change)
  }

  private func notifyingListeners<Result>(
    holding gates: ArraySlice<SharedGate>, isOrdered: Bool, of change: () throws -> Result
  ) rethrows -> Result {
    if let first = gates.first {
      return try first.whileHeld {
        try notifyingListeners(
          holding: gates.dropFirst(), isOrdered: isOrdered && $0, of: change)
      }
    }
    defer {
      let all = listeners.withLock { $0.all }
      for (_, onChange) in all.sorted(by: { $0.key < $1.key }) { onChange(isOrdered) }
    }
    return try change()
  }

  /// The version of the original that this is a copy of. 0 for an original.
  var originalVersion: Int { 0 }

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
