import Dispatch
import Foundation
import MachoLocks
import MachoStreams
import MachoValues

/// Passes requests about shared sessions to the process where these live, and its answers back.
final class SharedSessionProxy: Sendable {
  /// What an answer is looked at for.
  private enum Purpose {
    case none
    /// A name that is taken back if the session cannot be opened.
    case opening(String)
    /// Sessions of this process, which stand before the others.
    case listing([JSONValue])
    /// A session that is followed from there on.
    case following(String)
    /// A session that the client has not open any more, if it is so.
    case closing(String)
  }

  /// A request that was passed on.
  private struct ForwardedRequest {
    var id: RequestID
    var purpose: Purpose
  }

  private struct State {
    /// The connection to that process, once there is one.
    var descriptor: Int32?
    /// The shared sessions that the client has open, or is about to open.
    var openSessionNames: [String] = []
    /// The number of the last event of each that the client follows.
    var lastEventNumbers: [String: Int] = [:]
    /// The requests that are not answered yet, the oldest first: a client may use an identity again.
    var outstanding: [ForwardedRequest] = []
    /// Whether one was answered that the client has not been told of yet.
    var isResponding = false

    /// Takes out what an answer is to; one without a known identity is to the oldest.
    mutating func removeRequest(_ id: RequestID?) -> ForwardedRequest? {
      let index = outstanding.firstIndex { id == nil || $0.id == id }
      return index.map { outstanding.remove(at: $0) }
    }
  }

  private let path: String
  private let connection: Connection
  private let state = Lock(State())
  /// Held from where a request is taken out of the queue until it is written, so that what cancels it
  /// finds it on either side, and never comes before it.
  private let sendLock = Lock(())
  /// Signalled with each answer, and when there will be no more.
  private let responseReceived = DispatchSemaphore(value: 0)

  /// For requests that are not answered yet: fewer than the other process takes before it reads no
  /// further, so that a cancellation behind them is always read there.
  private let slots: SlotSemaphore

  /// How many bytes a message may have.
  private let limit: Int

  init(path: String, for connection: Connection, limits: WireLimits) {
    self.path = path
    self.connection = connection
    limit = limits.message
    slots = SlotSemaphore(for: limits.requests / 2)
  }

  /// The shared sessions that the client has open.
  var openSessionNames: [String] { state.withLock(\.openSessionNames) }

  /// Whether a request is not for this process, which has `count` sessions of its own open.
  func shouldForward(_ request: Request, beside count: Int) -> Bool {
    func text(_ name: String) -> String? {
      request.parameters.first { $0.key == name }?.value.string
    }
    if request.method == "open" { return text("name") != nil }
    let names = openSessionNames
    if request.method == "sessions" { return !names.isEmpty }
    if let session = text("session") { return names.contains(session) }
    guard Method.takesSession(request.method), text("script") == nil else { return false }
    return count == 0 && names.count == 1
  }

  /// Passes on the cancellation of a request that was passed on; whether that one is not answered yet.
  func forward(cancellation request: Request, of other: RequestID) -> Bool {
    sendLock.withLock { _ in
      guard state.withLock({ $0.outstanding.contains { $0.id == other } }) else { return false }
      return (try? forward(request)) != nil
    }
  }

  /// Passes a request on, or says that it cannot be. What lists sessions lists those of here too.
  /// It waits while too many are not answered.
  func forward(_ request: Request, of connection: Connection, beside sessions: [HostedSession]) {
    if request.id != nil { slots.acquire() }
    let problem = sendLock.withLock { _ -> WireError? in
      guard connection.requests.remove(request.id) else { return .cancelled }
      do throws(WireError) { try forward(request, listing: sessions.map(\.json)) } catch {
        return error
      }
      return nil
    }
    guard let problem, let id = request.id else { return }
    slots.release()
    connection.send(Response.message(id, problem))
  }

  /// Passes a request on, with `sending` held.
  private func forward(_ request: Request, listing sessions: [JSONValue] = []) throws(WireError) {
    var bytes = Array(request.json.text.utf8)
    // Written again it may be longer than it came.
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
      case "close", "quit":
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

  /// Waits until all that was passed on is answered, and ends it: the sessions go on for others.
  func close() {
    while state.withLock({ $0.isResponding || !$0.outstanding.isEmpty }) { responseReceived.wait() }
    let descriptor = state.withLock { state in
      // Nobody is left to be told.
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
        .sessionNotFound, "no-such-session", "the process of the shared sessions does not answer")
    }
    guard PosixThread({ [self] in readResponses(descriptor) }).hasStarted else {
      Foundation.close(descriptor)
      throw WireError(
        .sessionNotFound, "no-such-session",
        "no thread can be had for the answers of shared sessions")
    }
    state.withLock { $0.descriptor = descriptor }
    return descriptor
  }

  private func readResponses(_ descriptor: Int32) {
    LineSplitter.readAll(from: descriptor, handle)
    // A request is among those that are left, or finds no connection.
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
          .init("cause", ["outside": true]), .init("kind", "ended"),
        ]))
    }
    for id in left {
      slots.release()
      let error = WireError(
        .sessionNotFound, "no-such-session", "the process of the shared sessions has ended")
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
    // An answer ends its request; an event is nobody's answer.
    if let event = message?["params"], let name = event["session"]?.string {
      state.withLock {
        if $0.lastEventNumbers[name] != nil { $0.lastEventNumbers[name] = event["seq"]?.int }
      }
      return connection.send(written: bytes)
    }
    // The connection may end behind the answer, and not before it.
    defer { finishResponse() }
    let id = message?["id"].flatMap(RequestID.init)
    let asked = state.withLock { state in
      state.isResponding = true
      return state.removeRequest(id)
    }
    if asked != nil { slots.release() }
    let result = message?["result"]
    switch asked?.purpose {
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
    if id == nil, let asked, let members = message?.object {
      let known = members.filter { $0.key != "id" } + [.init("id", asked.id.json)]
      return connection.send(.object(known))
    }
    connection.send(written: bytes)
  }
}

extension Request {
  /// Whether it runs the line that ends a session.
  fileprivate var runsQuit: Bool {
    let line = parameters.first { $0.key == "line" }?.value.string
    return line?.split(whereSeparator: \.isWhitespace).first == "quit"
  }
}

extension Request {
  /// As a message has it.
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = [.init("jsonrpc", "2.0")]
    if let id { members.append(.init("id", id.json)) }
    return .object(
      members + [.init("method", .string(method)), .init("params", .object(parameters))])
  }
}

extension Method {
  /// Whether a method is about a session, which may be left out where there is one.
  fileprivate static func takesSession(_ name: String) -> Bool {
    (try? named(name))?.parameters.contains("session") ?? false
  }
}
