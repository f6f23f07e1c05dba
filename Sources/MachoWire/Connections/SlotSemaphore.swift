import Dispatch

/// A counting semaphore. `acquire()` blocks while no slot is free.
final class SlotSemaphore: Sendable {
  // Signalled here instead of in its initializer: a semaphore traps if it is released with a lower
  // value than its initial one. A connection may end with unanswered requests.
  private let semaphore = DispatchSemaphore(value: 0)

  init(count: Int) {
    for _ in 0..<count { semaphore.signal() }
  }

  func acquire() { semaphore.wait() }

  func release() { semaphore.signal() }
}
