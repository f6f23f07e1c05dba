import Foundation
import MachoSystem

/// Decides which thread reads a connection that owns its process.
///
/// PERFORMANCE: while no request runs, the host thread reads and runs each request where it was
/// read, so no thread is woken. Once a request takes longer than `helperDelay`, a helper thread
/// reads, so that cancellations are seen and later requests are queued. With only a reader thread,
/// the bench row "serve: an increment, 1 client" rises from 1.1 to 1.5 of an echo server's time
/// (November 2026): a client that sends its lines one by one then waits a third longer.
final class ReadCoordinator: @unchecked Sendable {
  // SAFETY: all mutable state is accessed only with `condition` locked.
  private enum Reader {
    case none, host, helper
  }

  /// How long a request may run before the helper reads, in seconds. Short for a user who cancels,
  /// and much longer than most requests take.
  private static let helperDelay: TimeInterval = 0.05

  private let connection: Connection
  private let mailbox: Mailbox<WireHost.Message>
  private let condition = NSCondition()
  private var reader = Reader.none
  /// Whether the host is handling a request.
  private var isHostBusy = false
  /// How many requests the host has started.
  private var requestCount = 0
  /// Whether the helper waits for a signal.
  private var isHelperWaiting = false
  /// `requestCount` when the helper started to read.
  private var requestCountAtTakeover = 0
  private var isFinished = false

  init(_ connection: Connection, _ mailbox: Mailbox<WireHost.Message>) {
    self.connection = connection
    self.mailbox = mailbox
  }

  /// Starts the helper thread. Returns whether it could be created.
  func start() -> Bool { PosixThread { [self] in runHelper() }.hasStarted }

  // MARK: The host

  /// Returns the host's next message. The host is idle during the call.
  func next() -> WireHost.Message {
    while true {
      guard beginHostRead() else { return finishHostRead(with: mailbox.next()) }
      // ORDER: what the helper has queued was sent before what is still unread.
      if let message = mailbox.dequeue() { return finishHostRead(with: message) }
      if let request = connection.nextRequest() {
        return finishHostRead(with: .incoming(connection, request))
      }
      if connection.isAtEnd {
        finish()
        return .disconnected(connection)
      }
      if let message = mailbox.next(unlessReadable: connection.input) {
        return finishHostRead(with: message)
      }
      connection.read()
    }
  }

  private func beginHostRead() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    isHostBusy = false
    guard reader != .helper, !isFinished else { return false }
    reader = .host
    return true
  }

  private func finishHostRead(with message: WireHost.Message) -> WireHost.Message {
    condition.lock()
    defer { condition.unlock() }
    if reader == .host { reader = .none }
    isHostBusy = true
    requestCount += 1
    if isHelperWaiting {
      isHelperWaiting = false
      condition.signal()
    }
    return message
  }

  private func finish() {
    condition.lock()
    (isFinished, reader) = (true, .none)
    condition.signal()
    condition.unlock()
    connection.finishReading()
  }

  // MARK: The helper

  private func runHelper() {
    while waitForLongRequest() {
      repeat {
        while let request = connection.nextRequest() {
          mailbox.post(.incoming(connection, request))
        }
        if connection.isAtEnd {
          finish()
          return mailbox.post(.disconnected(connection))
        }
        connection.read()
      } while !returnToHost()
    }
  }

  /// Waits until the host has run one request for `helperDelay`. Returns `false` once there is
  /// nothing left to read.
  private func waitForLongRequest() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while true {
      while !isHostBusy, !isFinished {
        isHelperWaiting = true
        condition.wait()
      }
      let seen = requestCount
      if !isFinished { _ = condition.wait(until: Date(timeIntervalSinceNow: Self.helperDelay)) }
      guard !isFinished else { return false }
      if isHostBusy, requestCount == seen, reader == .none {
        (reader, requestCountAtTakeover) = (.helper, requestCount)
        return true
      }
    }
  }

  /// Returns reading to the host if it is idle or runs another request by now.
  private func returnToHost() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    guard !isHostBusy || requestCount != requestCountAtTakeover else { return false }
    reader = .none
    // The idle host waits for the mailbox, as it was not the reader.
    if !isHostBusy { mailbox.post(.readable) }
    return true
  }
}
