import Dispatch
import Foundation
import MachoLocks
import MachoStreams
import MachoValues

/// Passes requests about shared sessions to the process where these live, and its answers back.
final class SharedRelay: Sendable {
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
  private struct Asked {
    var id: RequestID
    var purpose: Purpose
  }

  private struct State {
    /// The connection to that process, once there is one.
    var descriptor: Int32?
    /// The shared sessions that the client has open, or is about to open.
    var names: [String] = []
    /// The number of the last event of each that the client follows.
    var followed: [String: Int] = [:]
    /// The requests that are not answered yet, the oldest first: a client may use an identity again.
    var outstanding: [Asked] = []
    /// Whether one was answered that the client has not been told of yet.
    var isAnswering = false

    /// Takes out what an answer is to; one without a known identity is to the oldest.
    mutating func takeOut(_ id: RequestID?) -> Asked? {
      let index = outstanding.firstIndex { id == nil || $0.id == id }
      return index.map { outstanding.remove(at: $0) }
    }
  }

  private let path: String
  private let connection: Connection
  private let state = Lock(State())
  /// Held from where a request is taken out of the queue until it is written, so that what cancels it
  /// finds it on either side, and never comes before it.
  private let sending = Lock(())
  /// Signalled with each answer, and when there will be no more.
  private let answered = DispatchSemaphore(value: 0)

  /// For requests that are not answered yet: fewer than the other process takes before it reads no
  /// further, so that a cancellation behind them is always read there.
  private let room: Room

  /// How many bytes a message may have.
  private let limit: Int

  init(path: String, for connection: Connection, limits: WireLimits) {
    self.path = path
    self.connection = connection
    limit = limits.message
    room = Room(for: limits.requests / 2)
  }

  /// The shared sessions that the client has open.
  var names: [String] { state.withLock(\.names) }

  /// Whether a request is not for this process, which has `count` sessions of its own open.
  func takes(_ request: Request, beside count: Int) -> Bool {
    func text(_ name: String) -> String? {
      request.parameters.first { $0.key == name }?.value.string
    }
    if request.method == "open" { return text("name") != nil }
    let names = names
    if request.method == "sessions" { return !names.isEmpty }
    if let session = text("session") { return names.contains(session) }
    guard Method.isAboutSession(request.method), text("script") == nil else { return false }
    return count == 0 && names.count == 1
  }

  /// Passes on the cancellation of a request that was passed on; whether that one is not answered yet.
  func pass(cancellation request: Request, of other: RequestID) -> Bool {
    sending.withLock { _ in
      guard state.withLock({ $0.outstanding.contains { $0.id == other } }) else { return false }
      return (try? pass(request)) != nil
    }
  }

  /// Passes a request on, or says that it cannot be. What lists sessions lists those of here too.
  /// It waits while too many are not answered.
  func pass(_ request: Request, of connection: Connection, beside sessions: [HostedSession]) {
    if request.id != nil { room.enter() }
    let problem = sending.withLock { _ -> WireError? in
      guard connection.calls.takeOut(request.id) else { return .cancelled }
      do throws(WireError) { try pass(request, listing: sessions.map(\.json)) } catch {
        return error
      }
      return nil
    }
    guard let problem, let id = request.id else { return }
    room.leave()
    connection.send(Response.text(id, problem))
  }

  /// Passes a request on, with `sending` held.
  private func pass(_ request: Request, listing sessions: [JSONValue] = []) throws(WireError) {
    var bytes = Array(request.json.text.utf8)
    // Written again it may be longer than it came.
    guard bytes.count <= limit else { throw WireError(UnreadableLine.tooLong(limit: limit)) }
    bytes.append(UInt8(ascii: "\n"))
    let descriptor = try connected()
    let session = request.parameters.first { $0.key == "session" || $0.key == "name" }?.value.string
    state.withLock { state in
      var purpose = Purpose.none
      switch request.method {
      case "sessions": purpose = .listing(sessions)
      case "subscribe": if let name = session ?? state.names.first { purpose = .following(name) }
      case "unsubscribe": if let name = session ?? state.names.first { state.followed[name] = nil }
      case "open":
        guard let session, !state.names.contains(session) else { break }
        state.names.append(session)
        purpose = .opening(session)
      case "close", "quit": if let name = session ?? state.names.first { purpose = .closing(name) }
      case "run" where request.isToQuit:
        if let name = session ?? state.names.first { purpose = .closing(name) }
      default: break
      }
      if let id = request.id {
        state.outstanding.append(Asked(id: id, purpose: purpose))
      } else if case .closing(let name) = purpose {
        state.names.removeAll { $0 == name }
      }
    }
    write(String(decoding: bytes, as: UTF8.self), to: descriptor)
  }

  /// Waits until all that was passed on is answered, and ends it: the sessions go on for others.
  func close() {
    while state.withLock({ $0.isAnswering || !$0.outstanding.isEmpty }) { answered.wait() }
    let descriptor = state.withLock { state in
      // Nobody is left to be told.
      (state.followed, state.outstanding) = ([:], [])
      return state.descriptor
    }
    if let descriptor { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  private func connected() throws(WireError) -> Int32 {
    if let descriptor = state.withLock({ $0.descriptor }) { return descriptor }
    let descriptor: Int32
    do throws(SocketPath.Refusal) { descriptor = try connectSocket(path) } catch {
      throw WireError(
        .noSession, "no-such-session", "the process of the shared sessions does not answer")
    }
    guard PosixThread({ [self] in listen(descriptor) }).hasBegun else {
      Foundation.close(descriptor)
      throw WireError(
        .noSession, "no-such-session", "no thread can be had for the answers of shared sessions")
    }
    state.withLock { $0.descriptor = descriptor }
    return descriptor
  }

  private func listen(_ descriptor: Int32) {
    LineSplitter.readAll(from: descriptor, told)
    // A request is among those that are left, or finds no connection.
    let (left, followed) = sending.withLock { _ in
      defer { Foundation.close(descriptor) }
      return state.withLock { state in
        defer { state = State(isAnswering: true) }
        return (state.outstanding.map(\.id), state.followed)
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
      room.leave()
      let error = WireError(
        .noSession, "no-such-session", "the process of the shared sessions has ended")
      connection.send(Response.text(id, error))
    }
    endAnswer()
  }

  private func endAnswer() {
    state.withLock { $0.isAnswering = false }
    answered.signal()
  }

  private func told(_ line: String) {
    let bytes = Array(line.utf8)
    let message = try? JSONValue(parsing: bytes)
    // An answer ends its request; an event is nobody's answer.
    if let event = message?["params"], let name = event["session"]?.string {
      state.withLock { if $0.followed[name] != nil { $0.followed[name] = event["seq"]?.int } }
      return connection.send(written: bytes)
    }
    // The connection may end behind the answer, and not before it.
    defer { endAnswer() }
    let id = message?["id"].flatMap(RequestID.init)
    let asked = state.withLock { state in
      state.isAnswering = true
      return state.takeOut(id)
    }
    if asked != nil { room.leave() }
    let result = message?["result"]
    switch asked?.purpose {
    case .opening(let name) where message?["error"] != nil:
      state.withLock { $0.names.removeAll { $0 == name } }
    case .listing(let here) where result != nil:
      let shared = result?["sessions"]?.array ?? []
      return connection.send(Response.text(id, ["sessions": .array(here + shared)]))
    case .following(let name):
      if let seq = result?["seq"]?.int { state.withLock { $0.followed[name] = seq } }
    case .closing(let name) where result != nil:
      state.withLock { state in
        state.names.removeAll { $0 == name }
        state.followed[name] = nil
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
  fileprivate var isToQuit: Bool {
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
  fileprivate static func isAboutSession(_ name: String) -> Bool {
    (try? named(name))?.parameters.contains("session") ?? false
  }
}
