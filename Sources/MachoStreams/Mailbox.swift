import Collections
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where the main thread waits for what happens next: lines, arrivals from outside, Tab.
package final class Mailbox<Message: Sendable>: @unchecked Sendable {
  // Unchecked: what may change is only touched with `condition` locked.
  private let condition = NSCondition()
  private var messages: Deque<Message> = []
  /// What wakes a thread that waits for a descriptor too, once one has.
  private var wakeup: PollWaker?
  /// Whether one does.
  private var isPolled = false

  /// Makes an empty one.
  package init() {}

  /// Puts a message in, from any thread.
  package func post(_ message: Message) {
    condition.lock()
    messages.append(message)
    if isPolled {
      isPolled = false
      wakeup?.signal()
    } else {
      condition.signal()
    }
    condition.unlock()
  }

  /// The next message, if there is one already.
  package func dequeue() -> Message? {
    condition.lock()
    defer { condition.unlock() }
    return messages.popFirst()
  }

  /// Waits for the next message, or until a descriptor has something to read: nil then. Only the
  /// thread that takes the messages may call it.
  package func next(unlessReadable descriptor: Int32) -> Message? {
    condition.lock()
    guard messages.isEmpty else {
      defer { condition.unlock() }
      return messages.removeFirst()
    }
    let bell = wakeup ?? PollWaker()
    self.wakeup = bell
    isPolled = true
    condition.unlock()
    _ = waitUntilReadable(descriptor, bell.descriptor)
    condition.lock()
    defer { condition.unlock() }
    // Whoever rings ends the polling, maybe between the wait and here.
    if !isPolled { bell.drain() }
    isPolled = false
    return messages.popFirst()
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
    return messages.popFirst()
  }
}

/// Wakes a thread that sleeps until a descriptor can be read.
private final class PollWaker: Sendable {
  private let ends: (reading: Int32, writing: Int32)

  init() {
    var ends: [Int32] = [-1, -1]
    // Without a pipe the wait is for the other descriptor alone, and messages wait for that.
    if pipe(&ends) == 0 {
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
    self.ends = (ends[0], ends[1])
  }

  deinit {
    close(ends.reading)
    close(ends.writing)
  }

  /// What is readable once it has rung.
  var descriptor: Int32 { ends.reading }

  func signal() {
    var byte: UInt8 = 0
    _ = write(ends.writing, &byte, 1)
  }

  /// Waits for what rang, which is about to be there, and takes it away.
  func drain() {
    var byte: UInt8 = 0
    while read(ends.reading, &byte, 1) < 0, errno == EINTR {}
  }
}
