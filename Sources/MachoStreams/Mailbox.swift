import Foundation

/// Where the main thread waits for what happens next: lines, arrivals from outside, Tab.
package final class Mailbox<Message: Sendable>: @unchecked Sendable {
  // Unchecked: `messages` is only touched with `condition` locked.
  private let condition = NSCondition()
  private var messages: [Message] = []

  /// Makes an empty one.
  package init() {}

  /// Puts a message in, from any thread.
  package func post(_ message: Message) {
    condition.lock()
    messages.append(message)
    condition.signal()
    condition.unlock()
  }

  /// Waits for the next message.
  package func next() -> Message {
    while true {
      if let message = next(within: nil) { return message }
    }
  }

  /// Waits for the next message, at most as long as is said; nil when none has come by then.
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
    return messages.isEmpty ? nil : messages.removeFirst()
  }
}
