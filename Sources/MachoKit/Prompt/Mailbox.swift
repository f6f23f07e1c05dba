import Foundation

/// Where the main thread waits for what happens next: typed lines, arrivals from outside, Tab.
final class Mailbox<Message: Sendable>: @unchecked Sendable {
  // Unchecked: `messages` is only touched with `condition` locked.
  private let condition = NSCondition()
  private var messages: [Message] = []

  /// Puts a message in, from any thread.
  func post(_ message: Message) {
    condition.lock()
    messages.append(message)
    condition.signal()
    condition.unlock()
  }

  /// Waits for the next message.
  func next() -> Message {
    condition.lock()
    defer { condition.unlock() }
    while messages.isEmpty { condition.wait() }
    return messages.removeFirst()
  }
}
