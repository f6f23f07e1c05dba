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
}

/// The changes of observed sources that are not recorded yet.
final class SharedChanges: Sendable {
  private struct State: Sendable {
    var own: SharedStateChange?
    var external: SharedStateChange?
    var listeners: [ObjectIdentifier: (source: WeakSource, id: Int)] = [:]
  }

  private struct WeakSource: Sendable {
    weak var source: AnySharedSource?
  }

  /// Separates the changes of other threads from the jobs of the store.
  let gate = SharedGate()
  private let state = Lock(State())
  private let executor: StoreExecutor

  init(executor: StoreExecutor) { self.executor = executor }

  /// Observes a source, until `stop`.
  func observe(_ source: AnySharedSource) {
    let key = ObjectIdentifier(source)
    guard state.withLock({ $0.listeners[key]?.source.source == nil }) else { return }
    let id = source.addListener(gate: gate) { [weak self] in self?.recordChange() }
    state.withLock { $0.listeners[key] = (WeakSource(source: source), id) }
  }

  func stop() {
    for (source, id) in state.withLock({ $0.listeners }).values {
      source.source?.removeListener(id)
    }
  }

  private func recordChange() {
    let isOwn = executor.isOwnedByCurrentThread
    let change = SharedStateChange(
      effect: EffectContext.current?.id,
      origin: EffectContext.isInEndpoint ? .outside : isOwn ? ownOrigin : Self.originOfThread)
    if isOwn { return state.withLock { $0.own = $0.own ?? change } }
    state.withLock { $0.external = $0.external ?? change }
    Task(executorPreference: executor) { [weak self] in self?.acceptExternal() }
  }

  /// A job that another thread resumed before it suspended is that thread's work.
  private var ownOrigin: SharedStateChange.Origin {
    executor.isCurrentJobExternal ? .otherThread : .store
  }

  private static var originOfThread: SharedStateChange.Origin {
    WorkOrigin.ofThread == .store ? .otherThread : .outside
  }

  private func acceptExternal() {
    state.withLock {
      $0.own = $0.own ?? $0.external
      $0.external = nil
    }
  }

  /// Removes and returns the change since the last call.
  ///
  /// - Parameter includingExternal: Whether to include changes of other threads that are not
  ///   accepted.
  func take(includingExternal: Bool) -> SharedStateChange? {
    if includingExternal { acceptExternal() }
    return state.withLock { state in
      defer { state.own = nil }
      return state.own
    }
  }
}

/// A lock that its users hold briefly. A thread that waits too long continues without it.
final class SharedGate: Sendable {
  private let lock = NSRecursiveLock()
  /// The maximum wait in seconds.
  private static let patience = 0.1

  func whileHeld<Result>(_ body: () throws -> Result) rethrows -> Result {
    let isHeld = lock.try() || lock.lock(before: Date(timeIntervalSinceNow: Self.patience))
    defer { if isHeld { lock.unlock() } }
    return try body()
  }
}
