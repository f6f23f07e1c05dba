import Foundation
import MachoLocks
import MachoStreams

/// What goes to a client: at once while the client reads, else from a thread of its own, up to a
/// limit beyond which the client is cut off.
final class Outbox: @unchecked Sendable {
  // Unchecked: what may change is touched only with `condition` locked.
  private let descriptor: Int32
  private let isSocket: Bool
  private let limit: Int
  private let condition = NSCondition()
  private var pending: [UInt8] = []
  /// How many bytes the thread is writing.
  private var bytesInFlight = 0
  /// How many bytes the thread has written.
  private var bytesWritten = 0
  private var thread: PosixThread?
  private var isClosing = false
  private var isDisconnected = false
  /// Called once, when the client does not read or is gone.
  private let onDisconnect: @Sendable (_ isTooSlow: Bool) -> Void

  init(descriptor: Int32, limit: Int, onCut: @escaping @Sendable (_ isTooSlow: Bool) -> Void) {
    self.descriptor = descriptor
    self.limit = limit
    self.onDisconnect = onCut
    var kind = stat()
    isSocket = fstat(descriptor, &kind) == 0 && kind.st_mode & S_IFMT == S_IFSOCK
  }

  /// Whether all was written.
  var isEmpty: Bool {
    condition.lock()
    defer { condition.unlock() }
    return pending.isEmpty && bytesInFlight == 0
  }

  /// Why nothing more is written.
  private enum DisconnectReason {
    case tooSlow, closed
  }

  /// Sends bytes that belong together, from any thread.
  func send(_ bytes: [UInt8]) {
    condition.lock()
    let cut = enqueue(bytes)
    condition.unlock()
    notifyDisconnect(cut)
  }

  /// Writes or keeps bytes; called with the lock held.
  private func enqueue(_ bytes: [UInt8]) -> DisconnectReason? {
    guard !isDisconnected, !isClosing else { return nil }
    var sent = 0
    if pending.isEmpty, bytesInFlight == 0 {
      guard let count = writeWithoutWaiting(bytes) else { return disconnect(.closed) }
      sent = count
    }
    guard sent < bytes.count else { return nil }
    pending += bytes[sent...]
    // One message may be longer than that; it is the second that waits for it that is too much.
    guard pending.count + bytesInFlight <= limit || pending.count == bytes.count - sent else {
      return disconnect(.tooSlow)
    }
    if thread == nil {
      let writer = PosixThread { [self] in writePending() }
      // Nobody would ever write what waits.
      guard writer.hasStarted else { return disconnect(.tooSlow) }
      thread = writer
    }
    condition.signal()
    return nil
  }

  /// Waits until all is written, and takes no more. A socket's client that takes nothing for so many
  /// seconds gets nothing more; whoever reads a pipe may take its time.
  func close(patience: TimeInterval = 30) {
    condition.lock()
    var last = -1
    while !isDisconnected, !pending.isEmpty || bytesInFlight > 0 {
      if condition.wait(until: Date(timeIntervalSinceNow: patience)) { continue }
      if isSocket, last == bytesWritten {
        logToStandardError("a client that does not read has not got all of its answers")
        break
      }
      last = bytesWritten
    }
    isClosing = true
    condition.broadcast()
    condition.unlock()
  }

  /// Waits for the thread that writes, where the descriptor takes no more.
  func join() {
    condition.lock()
    let thread = thread
    condition.unlock()
    if isSocket { thread?.join() }
  }

  /// Drops what waits; called with the lock held.
  private func disconnect(_ cut: DisconnectReason) -> DisconnectReason {
    isDisconnected = true
    pending = []
    condition.broadcast()
    return cut
  }

  /// Tells of it, without the lock: what is told may write somewhere, and wait there.
  private func notifyDisconnect(_ cut: DisconnectReason?) {
    if let cut { onDisconnect(cut == .tooSlow) }
  }

  /// As much as the system takes at once; nil where it takes no more at all.
  private func writeWithoutWaiting(_ bytes: [UInt8]) -> Int? {
    if isSocket {
      let count = bytes.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Self.flags)
      }
      if count >= 0 { return count }
      return errno == EAGAIN || errno == EINTR ? 0 : nil
    }
    // A pipe that is ready takes this much without waiting.
    guard bytes.count <= Int(PIPE_BUF) else { return 0 }
    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&ready, 1, 0) == 1, ready.revents & Int16(POLLOUT) != 0 else { return 0 }
    let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  private func writePending() { notifyDisconnect(writeUntilClosed()) }

  /// Writes what waits until nothing will come any more, or nothing can be written.
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

  /// Writes all, however long that takes; whether that went well. Being cut off ends it: then the
  /// socket is shut down.
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
          return false
        }
      }
      return true
    }
  }

  private static let nonBlocking = Int32(MSG_DONTWAIT)
  #if canImport(Darwin)
    private static let flags = dontWait
  #else
    /// A client that is gone is an error, not a signal.
    private static let flags = nonBlocking | Int32(MSG_NOSIGNAL)
  #endif
}
