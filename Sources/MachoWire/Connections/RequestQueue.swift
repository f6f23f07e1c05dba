import MachoLocks
import MachoSessions

/// The requests of a connection that wait or run, so that they can be cancelled from the thread
/// that reads, and so that there are never too many.
final class RequestQueue: Sendable {
  /// What a cancelled request was doing.
  enum Cancellation: String, Sendable {
    case queued, running, none
  }

  private struct State {
    /// How often an identity waits: a client may use one again.
    var waiting: [RequestID: Int] = [:]
    var cancelled: Set<RequestID> = []
    var running: RequestID?
    var interrupt: Interrupt?

    mutating func remove(_ id: RequestID) -> Bool {
      let count = (waiting[id] ?? 1) - 1
      waiting[id] = count > 0 ? count : nil
      return cancelled.remove(id) == nil
    }
  }

  private let state = Lock(State())
  private let slots: SlotSemaphore

  init(limit: Int) { slots = SlotSemaphore(for: limit) }

  /// Puts a request in, as soon as there is room.
  func enqueue(_ id: RequestID?) {
    slots.acquire()
    if let id { state.withLock { $0.waiting[id, default: 0] += 1 } }
  }

  /// Takes a request out to run it; whether nobody has cancelled it.
  func start(_ id: RequestID?, _ interrupt: Interrupt?) -> Bool {
    state.withLock { state in
      // Opened under the lock: a cancellation comes either before it, and the request does not run,
      // or behind it, and counts.
      interrupt?.open()
      guard let id else { return true }
      guard state.remove(id) else { return false }
      (state.running, state.interrupt) = (id, interrupt)
      return true
    }
  }

  /// Takes a request out to hand it on; whether nobody has cancelled it.
  func remove(_ id: RequestID?) -> Bool {
    guard let id else { return true }
    return state.withLock { $0.remove(id) }
  }

  /// Has the request that runs be ended by something else than what it began with.
  func replaceInterrupt(_ interrupt: Interrupt) {
    interrupt.open()
    state.withLock { $0.interrupt = interrupt }
  }

  /// Ends what `begin` began.
  func finishCurrent() {
    state.withLock { state in
      state.interrupt?.close()
      (state.running, state.interrupt) = (nil, nil)
    }
    slots.release()
  }

  /// Takes a request back, or ends its wait.
  func cancel(_ id: RequestID) -> Cancellation {
    state.withLock { state in
      guard state.running == id else {
        guard state.waiting[id] != nil else { return .none }
        state.cancelled.insert(id)
        return .queued
      }
      // Under the lock, so that it does not meet the request behind this one.
      _ = state.interrupt?.request()
      return .running
    }
  }
}
