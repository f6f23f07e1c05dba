import Foundation
import MachoLocks

/// A change of the shared values of a store's state, which no action made.
package struct SharedStateChange: Sendable {
  /// The code that made a change.
  package enum Origin: Sendable {
    /// An effect, or other code on the thread of the store.
    case store
    /// A thread that runs work of an effect, or an effect that such a thread has resumed.
    case otherThread
    /// Other code: a real endpoint of a dependency, or a thread of the app. A stub does not make the
    /// change.
    case outside
  }

  /// The ID of the effect that made the first change. `nil`: no effect of the store.
  package var effect: Int?
  /// The code that made the first change.
  package var origin: Origin
  /// Whether the store was not running meanwhile, or made the change itself. Otherwise the order of
  /// the change and of what the store did is unknown.
  package var isOrdered = true
  /// Copies of the changed sources, by the identity of the sources. A later change has newer ones.
  var copies: [ObjectIdentifier: AnySharedSource] = [:]
}

/// The changes of observed sources that are not recorded yet.
final class SharedChanges: Sendable {
  private struct Entry: Sendable {
    var change: SharedStateChange
    let id: Int
    /// Whether the thread of the store made the change.
    let isOwn: Bool
    var isAccepted: Bool
  }

  private struct State: Sendable {
    var lastID = 0
    /// The changes, oldest first.
    var entries: [Entry] = []
    var listeners: [ObjectIdentifier: (source: WeakSource, id: Int)] = [:]

    @discardableResult
    mutating func append(_ change: SharedStateChange, isOwn: Bool, isAccepted: Bool) -> Int {
      lastID += 1
      entries.append(Entry(change: change, id: lastID, isOwn: isOwn, isAccepted: isAccepted))
      return lastID
    }
  }

  private struct WeakSource: Sendable {
    weak var source: AnySharedSource?
  }

  /// Separates the changes of other threads from the jobs of the store.
  let gate = SharedGate()
  private let state = Lock(State())
  private let executor: StoreExecutor
  private let mergesOutsideChanges: Bool

  init(executor: StoreExecutor, mergesOutsideChanges: Bool) {
    self.executor = executor
    self.mergesOutsideChanges = mergesOutsideChanges
  }

  /// Observes a source, until `stop`.
  func observe(_ source: AnySharedSource) {
    let key = ObjectIdentifier(source)
    guard state.withLock({ $0.listeners[key]?.source.source == nil }) else { return }
    let id = source.addListener(gate: gate) { [weak self, weak source] isOrdered in
      if let source { self?.recordChange(of: source, isOrdered) }
    }
    state.withLock { $0.listeners[key] = (WeakSource(source: source), id) }
  }

  func stop() {
    for (source, id) in state.withLock({ $0.listeners }).values {
      source.source?.removeListener(id)
    }
  }

  private func recordChange(of source: AnySharedSource, _ isOrdered: Bool) {
    let isOwn = executor.isOwnedByCurrentCode
    var change = SharedStateChange(
      effect: EffectContext.current?.id,
      origin: EffectContext.isInEndpoint ? .outside : isOwn ? ownOrigin : Self.originOfThread,
      isOrdered: isOwn || isOrdered)
    let copier = SharedCopier()
    source.copy(by: copier)
    change.copies = copier.replacements
    if isOwn { return recordOwn(change) }
    guard let id = recordExternal(change) else { return }
    Task(executorPreference: executor) { [weak self] in self?.acceptChange(id) }
  }

  /// Records a change on the thread of the store. It is part of the one that is not taken yet.
  private func recordOwn(_ change: SharedStateChange) {
    state.withLock { state in
      if let index = state.entries.lastIndex(where: \.isOwn) {
        state.entries[index].change.copies.merge(change.copies) { $1 }
      } else {
        state.append(change, isOwn: true, isAccepted: true)
      }
    }
  }

  /// Records a change on another thread. Returns the number with which an external job accepts it.
  /// Returns `nil` if it is part of one that is not taken yet.
  ///
  /// Changes with another cause stay separate: a script makes only some of them by a line.
  private func recordExternal(_ change: SharedStateChange) -> Int? {
    state.withLock { state in
      if mergesOutsideChanges, change.origin == .outside, let last = state.entries.last,
        !last.isOwn, last.change.origin == .outside, last.change.effect == change.effect
      {
        let index = state.entries.count - 1
        state.entries[index].change.copies.merge(change.copies) { $1 }
        state.entries[index].change.isOrdered = last.change.isOrdered && change.isOrdered
        return nil
      }
      return state.append(change, isOwn: false, isAccepted: false)
    }
  }

  /// Records that the sources have these values, which their keys have loaded.
  func recordStoredValues(_ copies: [ObjectIdentifier: AnySharedSource]) {
    guard !copies.isEmpty else { return }
    let change = SharedStateChange(effect: nil, origin: .outside, copies: copies)
    state.withLock { _ = $0.append(change, isOwn: false, isAccepted: true) }
  }

  /// A job that another thread resumed before it suspended is that thread's work.
  private var ownOrigin: SharedStateChange.Origin {
    executor.isCurrentJobExternal ? .otherThread : .store
  }

  private static var originOfThread: SharedStateChange.Origin {
    WorkOrigin.ofThread == .store ? .otherThread : .outside
  }

  private func acceptChange(_ id: Int) {
    state.withLock { state in
      guard let index = state.entries.firstIndex(where: { $0.id == id }) else { return }
      state.entries[index].isAccepted = true
    }
  }

  /// Removes and returns the oldest change.
  ///
  /// - Parameter includingExternal: Whether to include changes of other threads that are not
  ///   accepted.
  func take(includingExternal: Bool) -> SharedStateChange? {
    state.withLock { state in
      state.entries.firstIndex { includingExternal || $0.isAccepted }
        .map { state.entries.remove(at: $0).change }
    }
  }

  /// Removes all changes.
  func removeAll() {
    // Released without the lock, because a value may modify another one when it is released.
    _ = state.withLock { state in
      defer { state.entries = [] }
      return state.entries
    }
  }
}

/// A lock that its users hold briefly. A thread that waits too long continues without it.
final class SharedGate: Sendable {
  private let lock = NSRecursiveLock()
  /// The maximum wait in seconds.
  private static let patience = 0.1

  /// Runs `body`, with whether the lock is held.
  func whileHeld<Result>(_ body: (_ isHeld: Bool) throws -> Result) rethrows -> Result {
    let isHeld = lock.try() || lock.lock(before: Date(timeIntervalSinceNow: Self.patience))
    defer { if isHeld { lock.unlock() } }
    return try body(isHeld)
  }
}
