import DequeModule
import Foundation

/// A message queue on which a thread waits for lines, external work, completions and the like.
package final class Mailbox<Message: Sendable>: @unchecked Sendable {
  // SAFETY: mutable state is accessed only while `condition` is locked.
  private let condition = NSCondition()
  private var messages: Deque<Message> = []
  /// Wakes a thread that also waits for a descriptor. Created on first need.
  private var wake: WakePipe?
  /// Whether a thread waits for a descriptor.
  private var isPolled = false

  /// Creates an empty mailbox.
  package init() {}

  /// Enqueues a message, from any thread.
  package func post(_ message: Message) {
    condition.lock()
    messages.append(message)
    if isPolled {
      isPolled = false
      wake?.send()
    } else {
      condition.signal()
    }
    condition.unlock()
  }

  /// Removes and returns the next message, or `nil` if there is none.
  package func dequeue() -> Message? {
    condition.lock()
    defer { condition.unlock() }
    return messages.popFirst()
  }

  /// Waits for the next message. Returns `nil` if `descriptor` becomes readable first. Only the
  /// consuming thread may call it.
  package func next(unlessReadable descriptor: Int32) -> Message? {
    condition.lock()
    guard messages.isEmpty else {
      defer { condition.unlock() }
      return messages.removeFirst()
    }
    let wake = wake ?? WakePipe()
    self.wake = wake
    isPolled = true
    condition.unlock()
    _ = waitUntilReadable(descriptor, wake.readEnd)
    condition.lock()
    defer { condition.unlock() }
    // `post` ends the polling, possibly between the wait and here.
    if !isPolled { wake.drain() }
    isPolled = false
    return messages.popFirst()
  }

  /// Waits for the next message.
  package func next() -> Message {
    while true {
      if let message = next(within: nil) { return message }
    }
  }

  /// Waits for the next message, at most for `limit`. Returns `nil` if none arrives.
  package func next(within limit: Duration?) -> Message? {
    condition.lock()
    defer { condition.unlock() }
    let end = limit.map { Date(timeIntervalSinceNow: $0 / .seconds(1)) }
    while messages.isEmpty {
      guard let end else {
        condition.wait()
        continue
      }
      guard condition.wait(until: end) else { break }
    }
    return messages.popFirst()
  }
}
