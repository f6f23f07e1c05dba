import Dispatch

/// A counting semaphore. `acquire()` blocks while no slot is free.
package final class SlotSemaphore: Sendable {
  // Signalled here instead of in its initializer: a semaphore traps if it is released with a lower
  // value than its initial one. A connection may end with unanswered requests.
  private let semaphore = DispatchSemaphore(value: 0)

  /// Creates a semaphore with free slots.
  package init(count: Int) {
    for _ in 0..<count { semaphore.signal() }
  }

  /// Takes a slot, and waits for one.
  package func acquire() { semaphore.wait() }

  /// Frees a slot.
  package func release() { semaphore.signal() }
}
