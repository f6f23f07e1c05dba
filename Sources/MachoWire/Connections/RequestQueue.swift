import MachoLocks
import MachoSessions

/// The queued and running requests of a connection. Limits their number, and lets the reader thread
/// cancel them.
final class RequestQueue: Sendable {
  /// What a cancelled request was doing.
  enum Cancellation: String, Sendable {
    case queued, running, none
  }

  private struct State {
    /// How often an ID is queued: a client may reuse one.
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

  init(limit: Int) { slots = SlotSemaphore(count: limit) }

  /// Adds a request. Blocks while the queue is full.
  func enqueue(_ id: RequestID?) {
    slots.acquire()
    if let id { state.withLock { $0.waiting[id, default: 0] += 1 } }
  }

  /// Starts a request. Returns whether it was not cancelled.
  func start(_ id: RequestID?, _ interrupt: Interrupt?) -> Bool {
    state.withLock { state in
      // ORDER: opened under the lock. A cancellation comes either before it, and the request does
      // not run, or after it, and interrupts the request.
      interrupt?.open()
      guard let id else { return true }
      guard state.remove(id) else { return false }
      (state.running, state.interrupt) = (id, interrupt)
      return true
    }
  }

  /// Removes a request that is forwarded. Returns whether it was not cancelled.
  func remove(_ id: RequestID?) -> Bool {
    guard let id else { return true }
    return state.withLock { $0.remove(id) }
  }

  /// Replaces what a cancellation of the running request interrupts.
  func replaceInterrupt(_ interrupt: Interrupt) {
    interrupt.open()
    state.withLock { $0.interrupt = interrupt }
  }

  /// Finishes the request that `start` has started.
  func finishCurrent() {
    state.withLock { state in
      state.interrupt?.close()
      (state.running, state.interrupt) = (nil, nil)
    }
    slots.release()
  }

  /// Cancels a queued request or interrupts the running one.
  func cancel(_ id: RequestID) -> Cancellation {
    state.withLock { state in
      guard state.running == id else {
        guard state.waiting[id] != nil else { return .none }
        state.cancelled.insert(id)
        return .queued
      }
      // Under the lock, so that it cannot interrupt the next request.
      _ = state.interrupt?.request()
      return .running
    }
  }
}
