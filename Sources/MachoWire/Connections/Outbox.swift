import Foundation
import MachoLocks
import MachoSystem

/// The output queue of a client. Writes directly while the client reads, else from a thread.
/// Disconnects the client beyond a limit.
final class Outbox: @unchecked Sendable {
  // SAFETY: all mutable state is accessed only with `condition` locked.
  private let descriptor: Int32
  private let isSocket: Bool
  private let limit: Int
  private let condition = NSCondition()
  private var pending: [UInt8] = []
  /// How many bytes the thread is currently writing.
  private var bytesInFlight = 0
  /// How many bytes the thread has written.
  private var bytesWritten = 0
  private var thread: PosixThread?
  private var isClosing = false
  private var isDisconnected = false
  /// Called once, if the client is disconnected.
  private let onDisconnect: @Sendable (_ isTooSlow: Bool) -> Void

  init(descriptor: Int32, limit: Int, onDisconnect: @escaping @Sendable (_ isTooSlow: Bool) -> Void)
  {
    self.descriptor = descriptor
    self.limit = limit
    self.onDisconnect = onDisconnect
    var kind = stat()
    isSocket = fstat(descriptor, &kind) == 0 && kind.st_mode & S_IFMT == S_IFSOCK
  }

  /// Whether all output was written.
  var isEmpty: Bool {
    condition.lock()
    defer { condition.unlock() }
    return pending.isEmpty && bytesInFlight == 0
  }

  /// Why the client was disconnected.
  private enum DisconnectReason {
    case tooSlow, closed
  }

  /// Sends bytes as a unit, from any thread.
  func send(_ bytes: [UInt8]) {
    condition.lock()
    let reason = enqueue(bytes)
    condition.unlock()
    notifyDisconnect(reason)
  }

  /// Writes or queues bytes. Call it with the lock held.
  private func enqueue(_ bytes: [UInt8]) -> DisconnectReason? {
    guard !isDisconnected, !isClosing else { return nil }
    var sent = 0
    if pending.isEmpty, bytesInFlight == 0 {
      guard let count = writeWithoutWaiting(bytes) else { return disconnect(.closed) }
      sent = count
    }
    guard sent < bytes.count else { return nil }
    pending += bytes[sent...]
    // A single message may exceed the limit; a second one that must wait for it may not.
    guard pending.count + bytesInFlight <= limit || pending.count == bytes.count - sent else {
      return disconnect(.tooSlow)
    }
    if thread == nil {
      let writer = PosixThread { [self] in writePending() }
      // Without a thread the pending bytes would never be written.
      guard writer.hasStarted else { return disconnect(.tooSlow) }
      thread = writer
    }
    condition.signal()
    return nil
  }

  /// Waits until all output is written, then accepts no more. A socket's client that reads nothing
  /// for `timeout` seconds loses the rest; the reader of a pipe may take longer.
  func close(timeout: TimeInterval = 30) {
    condition.lock()
    var last = -1
    while !isDisconnected, !pending.isEmpty || bytesInFlight > 0 {
      if condition.wait(until: Date(timeIntervalSinceNow: timeout)) { continue }
      if isSocket, last == bytesWritten {
        logToStandardError("a client that does not read missed some of its responses")
        break
      }
      last = bytesWritten
    }
    isClosing = true
    condition.broadcast()
    condition.unlock()
  }

  /// Waits for the writer thread, if the descriptor is shut down.
  func join() {
    condition.lock()
    let thread = thread
    condition.unlock()
    if isSocket { thread?.join() }
  }

  /// Drops pending output. Call it with the lock held.
  private func disconnect(_ reason: DisconnectReason) -> DisconnectReason {
    isDisconnected = true
    pending = []
    condition.broadcast()
    return reason
  }

  /// Calls `onDisconnect` without the lock, because it may block.
  private func notifyDisconnect(_ reason: DisconnectReason?) {
    if let reason { onDisconnect(reason == .tooSlow) }
  }

  /// Writes as much as the system accepts without blocking. Returns `nil` if the descriptor is
  /// closed.
  private func writeWithoutWaiting(_ bytes: [UInt8]) -> Int? {
    if isSocket {
      let count = bytes.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Self.flags)
      }
      if count >= 0 { return count }
      return errno == EAGAIN || errno == EINTR ? 0 : nil
    }
    // A pipe that is ready accepts this much without blocking.
    guard bytes.count <= Int(PIPE_BUF) else { return 0 }
    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&ready, 1, 0) == 1, ready.revents & Int16(POLLOUT) != 0 else { return 0 }
    let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 { return count }
    if errno == EAGAIN || errno == EINTR { return 0 }
    StandardOutput.recordFailure(errno, of: descriptor)
    return nil
  }

  private func writePending() { notifyDisconnect(writeUntilClosed()) }

  /// Writes pending output until the queue is closed or nothing can be written.
  private func writeUntilClosed() -> DisconnectReason? {
    condition.lock()
    defer { condition.unlock() }
    while true {
      while pending.isEmpty, !isClosing, !isDisconnected { condition.wait() }
      if isDisconnected || pending.isEmpty { return nil }
      let bytes = pending
      (pending, bytesInFlight) = ([], bytes.count)
      condition.unlock()
      let isWritten = writeAll(bytes)
      condition.lock()
      bytesInFlight = 0
      if !isWritten, !isDisconnected { return disconnect(.closed) }
      condition.broadcast()
    }
  }

  /// Writes all bytes, however long that takes. Returns whether that succeeded. Disconnecting shuts
  /// the socket down, which ends it.
  private func writeAll(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes
      while !rest.isEmpty {
        let count =
          isSocket
          ? Foundation.send(
            descriptor, rest.baseAddress, rest.count, Self.flags & ~Self.nonBlocking)
          : Foundation.write(descriptor, rest.baseAddress, rest.count)
        if count > 0 {
          condition.lock()
          bytesWritten += count
          condition.unlock()
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else if errno == EAGAIN {
          var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&waiting, 1, -1)
        } else if errno != EINTR {
          StandardOutput.recordFailure(errno, of: descriptor)
          return false
        }
      }
      return true
    }
  }

  private static let nonBlocking = Int32(MSG_DONTWAIT)
  /// Reports a disconnected client as an error instead of a signal.
  private static let flags = nonBlocking | noSignal
}
