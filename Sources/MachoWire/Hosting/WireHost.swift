import Foundation
import MachoLocks
import MachoScripting
import MachoSessions
import MachoStreams
import MachoValues

/// The thread that owns the sessions: it takes requests from all connections, one after the other,
/// and answers them.
package final class WireHost {
  /// What the thread sleeps for.
  package enum Message: Sendable {
    /// A connection was made.
    case connected(Connection)
    /// A connection brought something.
    case incoming(Connection, IncomingMessage)
    /// A connection brings nothing more.
    case disconnected(Connection)
    /// The only connection is to be read again by whoever answers it.
    case readable
    /// Something came back from outside, in some session.
    case externalInput
    /// The process is to end.
    case stop
  }

  /// What a crash would leave a client without.
  package struct CrashResponse {
    /// The line that runs.
    package var line: String
    /// The answer that the client gets instead.
    package var response: [UInt8]
    /// Where it is written.
    package var output: Int32
  }

  /// The version of the protocol.
  package static let version = 1

  /// Where connections and the world outside report.
  package let mailbox = Mailbox<Message>()
  let catalog: [any DrivenFeature]
  let limits: WireLimits
  let environment: [String: String]
  let allowed: [String]
  let workingDirectory = FileManager.default.currentDirectoryPath
  let redactor: Redactor
  private let willRun: (CrashResponse?) -> Void

  private var connections: [Connection] = []
  /// All that are open, in the order of opening.
  var sessions: [HostedSession] = []
  /// The names of private sessions that were given, by connection.
  var privateSessionCounts: [ObjectIdentifier: Int] = [:]
  /// Whether a message says already that something came.
  let hasPendingExternalInput = Lock(false)
  /// Whether the connection ends behind the answer.
  var disconnectsAfterResponse = false

  /// A host of sessions with features; `allowed` are directories whose files may be used besides
  /// those of the working directory. `willRun` is told of each line before it runs, of nil behind.
  package init(
    catalog: [any DrivenFeature], allowed: [String] = [], limits: WireLimits = WireLimits(),
    redactor: Redactor, environment: [String: String],
    willRun: @escaping (CrashResponse?) -> Void = { _ in }
  ) {
    self.catalog = catalog
    self.allowed = allowed
    self.limits = limits
    self.redactor = redactor
    self.environment = environment
    self.willRun = willRun
  }

  /// Answers all connections that are made, until the process is to end.
  package func run() {
    while handle(mailbox.next()) {}
  }

  /// Answers one connection, which has the process to itself, until it has ended.
  package func serve(_ connection: Connection) {
    connections = [connection]
    let turn = ReadCoordinator(connection, mailbox)
    guard turn.start(), PosixThread({ connection.exitAfterHangup() }).hasStarted else {
      logToStandardError("no thread can be had for a connection: it ends")
      return disconnect(connection)
    }
    while !connections.isEmpty, handle(turn.next()) {}
  }

  /// Does what a message says; whether to go on.
  private func handle(_ message: Message) -> Bool {
    switch message {
    case .connected(let connection):
      connections.append(connection)
      connection.start(
        take: { [mailbox] in mailbox.post(.incoming(connection, $0)) },
        end: { [mailbox] in mailbox.post(.disconnected(connection)) })
    case .incoming(let connection, let incoming):
      // What came before the connection ended is answered; behind a 'shutdown' nothing is.
      if connections.contains(where: { $0 === connection }) { handle(incoming, connection) }
    case .disconnected(let connection): disconnect(connection)
    case .readable: break
    case .externalInput: poll()
    case .stop:
      connections.forEach(disconnect)
      return false
    }
    return true
  }

  // MARK: Answering

  private func handle(_ incoming: IncomingMessage, _ connection: Connection) {
    switch incoming {
    case .request(let request): handle(request, connection)
    case .line(let token, let text): handleLine(text, token, connection)
    case .invalid(let error, let id):
      _ = connection.requests.start(nil, nil)
      defer { connection.requests.finishCurrent() }
      switch connection.dialect {
      case .json: connection.send(Response.message(id, error))
      case .text: connection.send(lines: TextResponse.text(TextLine.unsolicitedToken, error))
      }
    }
  }

  private func handle(_ request: Request, _ connection: Connection) {
    defer { connection.requests.finishCurrent() }
    if let relay = connection.sharedSessionProxy.withLock({ $0 }),
      relay.shouldForward(request, beside: sessions(of: connection).count)
    {
      return relay.forward(request, of: connection, beside: sessions(of: connection))
    }
    let name = request.parameters.first { $0.key == "session" }?.value.string
    let interrupt = (try? session(name, of: connection))?.session.interrupt
    do throws(WireError) {
      guard connection.requests.start(request.id, interrupt) else {
        throw WireError.cancelled
      }
      let method = try Method.named(request.method)
      let parameters = try Parameters(
        request.parameters, of: method.name, knowing: method.parameters)
      let call = InFlightRequest(
        host: self, connection: connection, id: request.id, parameters: parameters)
      let result = try method.run(call)
      if let id = request.id { connection.send(Response.message(id, result)) }
    } catch {
      if let id = request.id { connection.send(Response.message(id, error)) }
    }
    finishResponse(connection)
  }

  private func handleLine(_ text: String, _ token: String, _ connection: Connection) {
    defer { connection.requests.finishCurrent() }
    do throws(WireError) {
      var hosted = sessions(of: connection).first
      if hosted == nil { hosted = try open(nil, nil, for: connection) }
      guard let hosted else { return }
      guard connection.requests.start(.text(token), hosted.session.interrupt) else {
        throw WireError.cancelled
      }
      let parameters = try Parameters([], of: "run", knowing: [])
      let call = InFlightRequest(
        host: self, connection: connection, id: .text(token), parameters: parameters)
      let result = run(text, in: hosted, for: call, patching: false)
      connection.send(lines: TextResponse.text(token, result))
    } catch {
      connection.send(lines: TextResponse.text(token, error))
    }
    if sessions(of: connection).isEmpty { disconnectsAfterResponse = true }
    finishResponse(connection)
  }

  private func finishResponse(_ connection: Connection) {
    guard disconnectsAfterResponse else { return }
    disconnectsAfterResponse = false
    disconnect(connection)
    mailbox.post(.disconnected(connection))
  }

  private func disconnect(_ connection: Connection) {
    // It ends once, though its reader and its 'shutdown' both say so.
    guard connections.contains(where: { $0 === connection }) else { return }
    for hosted in sessions(of: connection) {
      // Nobody is left to hear that it is over.
      hosted.subscriptions.removeAll { $0.connection === connection }
      close(hosted, connection, nil)
    }
    privateSessionCounts[ObjectIdentifier(connection)] = nil
    connection.close()
    connections.removeAll { $0 === connection }
  }

  /// Runs a line, tells those who follow the session, and ends it where the line says so.
  func run(
    _ line: String, in hosted: HostedSession, for call: InFlightRequest, patching: Bool
  ) -> LineResult {
    prepareCrashResponse(at: line, for: call.connection, call.id)
    let (result, outcomes) = hosted.run(line, patching: patching)
    clearCrashResponse()
    var events = SessionEventBuilder(hosted)
    for outcome in outcomes { events.add(outcome) }
    events.addSettled(result, isOutside: false)
    publish(events.events, of: hosted, causedBy: call)
    if outcomes.last?.directive == .quit { close(hosted, call) }
    return result
  }

  /// Prepares what the client is told should the line trap.
  func prepareCrashResponse(at line: String, for connection: Connection, _ id: RequestID?) {
    guard let output = connection.directOutput else { return willRun(nil) }
    let answer: [UInt8] =
      switch (connection.dialect, id) {
      case (.text, .text(let token)?):
        Array(TextResponse.text(token, PreparedCrashResponse.error(at: line)).utf8)
      case (_, let id): connection.framing.framed(PreparedCrashResponse.bytes(id, at: line))
      }
    willRun(CrashResponse(line: line, response: answer, output: output))
  }

  /// No line runs any more.
  func clearCrashResponse() { willRun(nil) }

  /// What a cancellation of the request that runs on a connection ends.
  func setInterrupt(of connection: Connection, is interrupt: Interrupt) {
    connection.requests.replaceInterrupt(interrupt)
  }
}
