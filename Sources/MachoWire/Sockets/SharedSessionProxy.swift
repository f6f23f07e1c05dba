import Dispatch
import Foundation
import MachoLocks
import MachoSessions
import MachoSystem
import MachoValues

/// Forwards requests for shared sessions to the process that owns them, and its responses back.
final class SharedSessionProxy: Sendable {
  /// What to do with a response.
  private enum Purpose {
    case none
    /// Remove the name if the session cannot be opened.
    case opening(String)
    /// Insert this process's own sessions before the shared ones.
    case listing([JSONValue])
    /// Track the session's event numbers from then on.
    case following(String)
    /// Remove the name if the session was closed.
    case closing(String)
  }

  /// A request that was forwarded.
  private struct ForwardedRequest {
    var id: RequestID
    var purpose: Purpose
  }

  private struct State {
    /// The connection to that process, once connected.
    var descriptor: Int32?
    /// The shared sessions that the client has open, or is opening.
    var openSessionNames: [String] = []
    /// The last event number of each subscribed session.
    var lastEventNumbers: [String: Int] = [:]
    /// The forwarded requests without a response, oldest first: a client may reuse an ID.
    var outstanding: [ForwardedRequest] = []
    /// Whether a response was received but not yet sent to the client.
    var isResponding = false

    /// Removes the request of a response. A response without a known ID belongs to the oldest
    /// request.
    mutating func removeRequest(_ id: RequestID?) -> ForwardedRequest? {
      let index = outstanding.firstIndex { id == nil || $0.id == id }
      return index.map { outstanding.remove(at: $0) }
    }
  }

  private let path: String
  private let connection: Connection
  private let state = Lock(State())
  /// ORDER: held from removing a request from the queue until it is written. A cancellation thus
  /// finds the request in one of both places and never arrives before it.
  private let sendLock = Lock(())
  /// Signalled for each response, and when no more can come.
  private let responseReceived = DispatchSemaphore(value: 0)

  /// Limits the forwarded requests without a response. The limit is below that of the other
  /// process, so a cancellation behind them is always read there.
  private let slots: SlotSemaphore

  /// The maximum size of a message, in bytes.
  private let limit: Int

  init(path: String, for connection: Connection, limits: WireLimits) {
    self.path = path
    self.connection = connection
    limit = limits.message
    slots = SlotSemaphore(count: limits.requests / 2)
  }

  /// The shared sessions that the client has open.
  var openSessionNames: [String] { state.withLock(\.openSessionNames) }

  /// Whether a request belongs to the other process. `localSessionCount` is the number of sessions
  /// open in this process.
  func shouldForward(_ request: Request, localSessionCount: Int) -> Bool {
    func text(_ name: String) -> String? {
      request.parameters.first { $0.key == name }?.value.string
    }
    if request.method == "open" { return text("name") != nil }
    let names = openSessionNames
    if request.method == "sessions" { return !names.isEmpty }
    if let session = text("session") { return names.contains(session) }
    guard Method.takesSession(request.method), text("script") == nil else { return false }
    return localSessionCount == 0 && names.count == 1
  }

  /// Forwards the cancellation of a forwarded request. Returns whether that request still has no
  /// response.
  func forward(cancellation request: Request, of other: RequestID) -> Bool {
    sendLock.withLock { _ in
      guard state.withLock({ $0.outstanding.contains { $0.id == other } }) else { return false }
      return (try? forward(request)) != nil
    }
  }

  /// Forwards a request, or responds with an error if that fails. A listing of sessions includes
  /// the ones of this process. Blocks while too many requests have no response.
  func forward(_ request: Request, of connection: Connection, localSessions: [HostedSession]) {
    if request.id != nil { slots.acquire() }
    let problem = sendLock.withLock { _ -> WireError? in
      guard connection.requests.remove(request.id) else { return .cancelled }
      do throws(WireError) { try forward(request, listing: localSessions.map(\.json)) } catch {
        return error
      }
      return nil
    }
    guard let problem, let id = request.id else { return }
    slots.release()
    connection.send(Response.message(id, problem))
  }

  /// Forwards a request. Call it with `sendLock` held.
  private func forward(_ request: Request, listing sessions: [JSONValue] = []) throws(WireError) {
    var bytes = Array(request.json.text.utf8)
    // Encoding again may make the message longer.
    guard bytes.count <= limit else { throw WireError(LineReadError.tooLong(limit: limit)) }
    bytes.append(UInt8(ascii: "\n"))
    let descriptor = try connect()
    let session = request.parameters.first { $0.key == "session" || $0.key == "name" }?.value.string
    state.withLock { state in
      var purpose = Purpose.none
      switch request.method {
      case "sessions": purpose = .listing(sessions)
      case "subscribe":
        if let name = session ?? state.openSessionNames.first { purpose = .following(name) }
      case "unsubscribe":
        if let name = session ?? state.openSessionNames.first { state.lastEventNumbers[name] = nil }
      case "open":
        guard let session, !state.openSessionNames.contains(session) else { break }
        state.openSessionNames.append(session)
        purpose = .opening(session)
      case "close", Command.quit.verb:
        if let name = session ?? state.openSessionNames.first { purpose = .closing(name) }
      case "run" where request.runsQuit:
        if let name = session ?? state.openSessionNames.first { purpose = .closing(name) }
      default: break
      }
      if let id = request.id {
        state.outstanding.append(ForwardedRequest(id: id, purpose: purpose))
      } else if case .closing(let name) = purpose {
        state.openSessionNames.removeAll { $0 == name }
      }
    }
    write(String(decoding: bytes, as: UTF8.self), to: descriptor)
  }

  /// Waits for all responses, then disconnects. The sessions continue for other clients.
  func close() {
    while state.withLock({ $0.isResponding || !$0.outstanding.isEmpty }) { responseReceived.wait() }
    let descriptor = state.withLock { state in
      // Send no `ended` events to the disconnected client.
      (state.lastEventNumbers, state.outstanding) = ([:], [])
      return state.descriptor
    }
    if let descriptor { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  private func connect() throws(WireError) -> Int32 {
    if let descriptor = state.withLock({ $0.descriptor }) { return descriptor }
    let descriptor: Int32
    do throws(SocketPath.Failure) { descriptor = try connectSocket(path) } catch {
      throw WireError(
        .sessionNotFound, "no-such-session", "cannot connect to the process of the shared sessions")
    }
    guard PosixThread({ [self] in readResponses(descriptor) }).hasStarted else {
      Foundation.close(descriptor)
      throw WireError(
        .sessionNotFound, "no-such-session",
        "cannot start a thread for the responses of shared sessions")
    }
    state.withLock { $0.descriptor = descriptor }
    return descriptor
  }

  private func readResponses(_ descriptor: Int32) {
    LineSplitter.readAll(from: descriptor, handle)
    // ORDER: each request is either in this list or finds no connection.
    let (left, followed) = sendLock.withLock { _ in
      defer { Foundation.close(descriptor) }
      return state.withLock { state in
        defer { state = State(isResponding: true) }
        return (state.outstanding.map(\.id), state.lastEventNumbers)
      }
    }
    for (name, seq) in followed.sorted(by: { $0.key < $1.key }) {
      connection.send(
        Response.event([
          .init("session", .string(name)), .init("seq", .integer(seq + 1)),
          .init("cause", ["external": true]), .init("kind", "ended"),
        ]))
    }
    for id in left {
      slots.release()
      let error = WireError(
        .sessionNotFound, "no-such-session", "the process of the shared sessions has exited")
      connection.send(Response.message(id, error))
    }
    finishResponse()
  }

  private func finishResponse() {
    state.withLock { $0.isResponding = false }
    responseReceived.signal()
  }

  private func handle(_ line: String) {
    let bytes = Array(line.utf8)
    let message = try? JSONValue(parsing: bytes)
    // A response ends its request; an event belongs to no request.
    if let event = message?["params"], let name = event["session"]?.string {
      state.withLock {
        if $0.lastEventNumbers[name] != nil { $0.lastEventNumbers[name] = event["seq"]?.int }
      }
      return connection.send(written: bytes)
    }
    // ORDER: the connection may end after this response was sent, not before.
    defer { finishResponse() }
    let id = message?["id"].flatMap(RequestID.init)
    let request = state.withLock { state in
      state.isResponding = true
      return state.removeRequest(id)
    }
    if request != nil { slots.release() }
    let result = message?["result"]
    switch request?.purpose {
    case .opening(let name) where message?["error"] != nil:
      state.withLock { $0.openSessionNames.removeAll { $0 == name } }
    case .listing(let here) where result != nil:
      let shared = result?["sessions"]?.array ?? []
      return connection.send(Response.message(id, ["sessions": .array(here + shared)]))
    case .following(let name):
      if let seq = result?["seq"]?.int { state.withLock { $0.lastEventNumbers[name] = seq } }
    case .closing(let name) where result != nil:
      state.withLock { state in
        state.openSessionNames.removeAll { $0 == name }
        state.lastEventNumbers[name] = nil
      }
    case .opening, .closing, .listing, .none?, nil: break
    }
    if id == nil, let request, let members = message?.object {
      let identified = members.filter { $0.key != "id" } + [.init("id", request.id.json)]
      return connection.send(.object(identified))
    }
    connection.send(written: bytes)
  }
}

extension Request {
  /// Whether it runs `quit`.
  fileprivate var runsQuit: Bool {
    let line = parameters.first { $0.key == "line" }?.value.string
    return line.flatMap { try? Line(parsing: $0) }?.has(.endsSession) ?? false
  }
}

extension Request {
  /// The request in a message.
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = [.init("jsonrpc", "2.0")]
    if let id { members.append(.init("id", id.json)) }
    return .object(
      members + [.init("method", .string(method)), .init("params", .object(parameters))])
  }
}

extension Method {
  /// Whether a method has the parameter `session`, which may be omitted if a single session is
  /// open.
  fileprivate static func takesSession(_ name: String) -> Bool {
    (try? named(name))?.parameters.contains("session") ?? false
  }
}
