import Foundation
import MachoSystem
import MachoValues
import Testing

@testable import MachoWire

@Suite struct ReadCoordinatorTests {
  private let mailbox = Mailbox<WireHost.Message>()
  private let connection: Connection
  private let coordinator: ReadCoordinator
  private let client: Int32

  init() throws {
    let (ours, theirs) = try #require(makeSocketPair())
    let connection = Connection(number: 1, input: ours, output: ours, framing: .lines)
    self.connection = connection
    coordinator = ReadCoordinator(connection, mailbox)
    client = theirs
  }

  @Test func `The idle host reads requests itself, in order`() {
    send(1)
    send(2)
    #expect(id(coordinator.next()) == .number(1))
    #expect(id(coordinator.next()) == .number(2))
    disconnect()
  }

  @Test func `A queued message comes before unread input`() {
    mailbox.post(.externalInput)
    send(1)
    guard case .externalInput = coordinator.next() else {
      Issue.record("the message was queued first")
      return
    }
    #expect(id(coordinator.next()) == .number(1))
    disconnect()
  }

  @Test func `A message wakes the host that waits for input`() throws {
    let mailbox = mailbox
    let thread = PosixThread { mailbox.post(.stop) }
    try #require(thread.hasStarted)
    guard case .stop = coordinator.next() else {
      Issue.record("there is no other message")
      return
    }
    thread.join()
    disconnect()
  }

  @Test func `While a request runs, a helper reads, and the order is kept`() throws {
    try #require(coordinator.start())
    send(1)
    #expect(id(coordinator.next()) == .number(1))
    // The host runs the first request until the helper has queued the second one.
    send(2)
    #expect(id(mailbox.next()) == .number(2))
    send(3)
    #expect(id(nextMessage()) == .number(3))
    disconnect()
  }

  private func send(_ id: Int) {
    write(#"{"jsonrpc":"2.0","id":\#(id),"method":"sessions"}"# + "\n", to: client)
  }

  /// Returns the next message that a host handles: it only reads again when it is `readable`.
  private func nextMessage() -> WireHost.Message {
    while true {
      let message = coordinator.next()
      guard case .readable = message else { return message }
    }
  }

  private func id(_ message: WireHost.Message) -> RequestID? {
    guard case .incoming(_, .request(let request)) = message else { return nil }
    return request.id
  }

  /// Ends the client. The host must see that.
  private func disconnect() {
    close(client)
    guard case .disconnected = nextMessage() else {
      Issue.record("the client has disconnected")
      return
    }
    connection.close()
  }
}
