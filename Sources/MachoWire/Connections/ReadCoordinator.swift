import Foundation
import MachoStreams

/// Who reads a connection that has its process to itself.
///
/// While nothing runs it is the thread that answers: a request is run where it was read, and no
/// thread has to be woken for it. Once a request takes longer than a moment it is a thread of its
/// own, so that what cancels the request is seen, and what comes behind it is put in the queue.
final class ReadCoordinator: @unchecked Sendable {
  // Unchecked: what may change is touched only with `condition` locked.
  private enum Reader {
    case none, host, helper
  }

  /// How long a request may take before the helper reads, in seconds: no more than a moment to
  /// whoever cancels, and much longer than most requests.
  private static let helperDelay: TimeInterval = 0.05

  private let connection: Connection
  private let mailbox: Mailbox<WireHost.Message>
  private let condition = NSCondition()
  private var reader = Reader.none
  /// Whether the host answers.
  private var isHostBusy = false
  /// How often it has begun to.
  private var requestCount = 0
  /// Whether the helper waits to be told of that.
  private var isHelperWaiting = false
  /// What the host was at when the helper began to read.
  private var requestCountAtTakeover = 0
  private var isFinished = false

  init(_ connection: Connection, _ mailbox: Mailbox<WireHost.Message>) {
    self.connection = connection
    self.mailbox = mailbox
  }

  /// Begins the helper; whether there is a thread for it.
  func start() -> Bool { PosixThread { [self] in runHelper() }.hasStarted }

  // MARK: The host

  /// What happens next. From the call to its return the host has nothing to do.
  func next() -> WireHost.Message {
    while true {
      guard beginHostRead() else { return finishHostRead(with: mailbox.next()) }
      // What the helper put in the queue came before what it left to be read.
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

  /// Waits until the host has been at one thing for a moment; false when there is nothing to read
  /// any more.
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

  /// Leaves the rest to the host, if that is at something else by now, or at nothing.
  private func returnToHost() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    guard !isHostBusy || requestCount != requestCountAtTakeover else { return false }
    reader = .none
    // It waits for messages, as it was not its turn to read.
    if !isHostBusy { mailbox.post(.readable) }
    return true
  }
}
