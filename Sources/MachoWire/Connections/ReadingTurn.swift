import Foundation
import MachoStreams

/// Who reads a connection that has its process to itself.
///
/// While nothing runs it is the thread that answers: a request is run where it was read, and no
/// thread has to be woken for it. Once a request takes longer than a moment it is a thread of its
/// own, so that what cancels the request is seen, and what comes behind it is put in the queue.
final class ReadingTurn: @unchecked Sendable {
  // Unchecked: what may change is touched only with `condition` locked.
  private enum Reader {
    case nobody, host, helper
  }

  /// How long a request may take before the helper reads, in seconds: no more than a moment to
  /// whoever cancels, and much longer than most requests.
  private static let moment: TimeInterval = 0.05

  private let connection: Connection
  private let mailbox: Mailbox<WireHost.Message>
  private let condition = NSCondition()
  private var reader = Reader.nobody
  /// Whether the host answers.
  private var isBusy = false
  /// How often it has begun to.
  private var count = 0
  /// Whether the helper waits to be told of that.
  private var isAsleep = false
  /// What the host was at when the helper began to read.
  private var taken = 0
  private var isOver = false

  init(_ connection: Connection, _ mailbox: Mailbox<WireHost.Message>) {
    self.connection = connection
    self.mailbox = mailbox
  }

  /// Begins the helper; whether there is a thread for it.
  func start() -> Bool { PosixThread { [self] in help() }.hasBegun }

  // MARK: The host

  /// What happens next. From the call to its return the host has nothing to do.
  func next() -> WireHost.Message {
    while true {
      guard takeTurn() else { return endTurn(with: mailbox.next()) }
      // What the helper put in the queue came before what it left to be read.
      if let message = mailbox.take() { return endTurn(with: message) }
      if let request = connection.nextRequest() {
        return endTurn(with: .incoming(connection, request))
      }
      if connection.isAtEnd {
        end()
        return .left(connection)
      }
      if let message = mailbox.next(unlessReadable: connection.input) {
        return endTurn(with: message)
      }
      connection.read()
    }
  }

  private func takeTurn() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    isBusy = false
    guard reader != .helper, !isOver else { return false }
    reader = .host
    return true
  }

  private func endTurn(with message: WireHost.Message) -> WireHost.Message {
    condition.lock()
    defer { condition.unlock() }
    if reader == .host { reader = .nobody }
    isBusy = true
    count += 1
    if isAsleep {
      isAsleep = false
      condition.signal()
    }
    return message
  }

  private func end() {
    condition.lock()
    (isOver, reader) = (true, .nobody)
    condition.signal()
    condition.unlock()
    connection.endReading()
  }

  // MARK: The helper

  private func help() {
    while waitForLongWork() {
      repeat {
        while let request = connection.nextRequest() {
          mailbox.post(.incoming(connection, request))
        }
        if connection.isAtEnd {
          end()
          return mailbox.post(.left(connection))
        }
        connection.read()
      } while !handsBack()
    }
  }

  /// Waits until the host has been at one thing for a moment; false when there is nothing to read
  /// any more.
  private func waitForLongWork() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while true {
      while !isBusy, !isOver {
        isAsleep = true
        condition.wait()
      }
      let seen = count
      if !isOver { _ = condition.wait(until: Date(timeIntervalSinceNow: Self.moment)) }
      guard !isOver else { return false }
      if isBusy, count == seen, reader == .nobody {
        (reader, taken) = (.helper, count)
        return true
      }
    }
  }

  /// Leaves the rest to the host, if that is at something else by now, or at nothing.
  private func handsBack() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    guard !isBusy || count != taken else { return false }
    reader = .nobody
    // It waits for messages, as it was not its turn to read.
    if !isBusy { mailbox.post(.readable) }
    return true
  }
}
