import Dispatch

/// Room for so many: whoever enters waits until there is some.
final class SlotSemaphore: Sendable {
  // Filled here and not by its initialiser: a semaphore traps that is given up with less in it than
  // it was made with, and a connection may end with requests that nobody answers any more.
  private let semaphore = DispatchSemaphore(value: 0)

  init(for count: Int) {
    for _ in 0..<count { semaphore.signal() }
  }

  func acquire() { semaphore.wait() }

  func release() { semaphore.signal() }
}
