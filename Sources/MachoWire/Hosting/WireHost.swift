import Foundation
import MachoLocks
import MachoScripting
import MachoSessions
import MachoSystem
import MachoValues

/// The thread that owns the sessions. Handles the requests of all connections one after the other.
package final class WireHost {
  /// A message to the host thread.
  package enum Message: Sendable {
    /// A client has connected.
    case connected(Connection)
    /// A connection has received a request.
    case incoming(Connection, IncomingMessage)
    /// A connection has no more input.
    case disconnected(Connection)
    /// The host should read its only connection again.
    case readable
    /// External work has completed in some session.
    case externalInput
    /// The process should exit.
    case stop
  }

  /// The version of the protocol.
  package static let version = 1

  /// The mailbox for connections and external work.
  package let mailbox = Mailbox<Message>()
  let catalog: [any DrivenFeature]
  let limits: WireLimits
  let environment: [String: String]
  let allowed: [String]
  let workingDirectory = FileManager.default.currentDirectoryPath
  let redactor: Redactor
  private let willRun: (CrashedRequest?) -> Void

  private var connections: [Connection] = []
  /// All open sessions, in the order of opening.
  var sessions: [HostedSession] = []
  /// How many private sessions each connection has opened, for their names.
  var privateSessionCounts: [ObjectIdentifier: Int] = [:]
  /// Whether a message about external input is already queued.
  let hasPendingExternalInput = Lock(false)
  /// Whether the connection ends after the current response.
  var disconnectsAfterResponse = false

  /// Creates a host for features. `allowed` are directories with readable files, besides the
  /// working directory. Calls `willRun` with the request before each line runs, and with `nil`
  /// after it.
  package init(
    catalog: [any DrivenFeature], allowed: [String] = [], limits: WireLimits = WireLimits(),
    redactor: Redactor, environment: [String: String],
    willRun: @escaping (CrashedRequest?) -> Void = { _ in }
  ) {
    self.catalog = catalog
    self.allowed = allowed
    self.limits = limits
    self.redactor = redactor
    self.environment = environment
    self.willRun = willRun
  }

  /// Serves all connections until `stop`.
  package func run() {
    while handle(mailbox.next()) {}
  }

  /// Serves one connection, which owns the process, until it ends.
  package func serve(_ connection: Connection) {
    connections = [connection]
    let coordinator = ReadCoordinator(connection, mailbox)
    guard coordinator.start(), PosixThread({ connection.exitAfterHangup() }).hasStarted else {
      logToStandardError("cannot start a thread for a connection: closing it")
      return disconnect(connection)
    }
    while !connections.isEmpty, handle(coordinator.next()) {}
  }

  /// Handles a message. Returns whether the host continues.
  private func handle(_ message: Message) -> Bool {
    switch message {
    case .connected(let connection):
      connections.append(connection)
      connection.start(
        onRequest: { [mailbox] in mailbox.post(.incoming(connection, $0)) },
        onEnd: { [mailbox] in mailbox.post(.disconnected(connection)) })
    case .incoming(let connection, let incoming):
      // Requests read before the connection ended are answered; after `shutdown` none is.
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

  // MARK: Responding

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
    if let proxy = connection.sharedSessionProxy.withLock({ $0 }),
      proxy.shouldForward(request, localSessionCount: sessions(of: connection).count)
    {
      return proxy.forward(request, of: connection, localSessions: sessions(of: connection))
    }
    let name = request.parameters.first { $0.key == "session" }?.value.string
    let interrupt = (try? session(name, of: connection))?.session.interrupt
    do throws(WireError) {
      guard connection.requests.start(request.id, interrupt) else {
        throw WireError.cancelled
      }
      let method = try Method.named(request.method)
      let parameters = try Parameters(
        request.parameters, of: method.name, names: method.parameters)
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
      let parameters = try Parameters([], of: "run", names: [])
      let call = InFlightRequest(
        host: self, connection: connection, id: .text(token), parameters: parameters)
      let result = run(
        Line(normalizedLine(text)), in: hosted, for: call, patching: false)
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
    // Both the reader and `shutdown` may disconnect the same connection.
    guard connections.contains(where: { $0 === connection }) else { return }
    for hosted in sessions(of: connection) {
      // The disconnected client must not receive the final event.
      hosted.subscriptions.removeAll { $0.connection === connection }
      if let failure = close(hosted, connection, nil) {
        logToStandardError("\(failure.code): \(failure.message)")
      }
    }
    privateSessionCounts[ObjectIdentifier(connection)] = nil
    connection.close()
    connections.removeAll { $0 === connection }
  }

  /// Runs a line, publishes its events, and closes the session if the line is `quit`.
  func run(
    _ line: Line, in hosted: HostedSession, for call: InFlightRequest, patching: Bool
  ) -> LineResult {
    if let problem = hosted.applyPermissions(of: call.connection) {
      var result = LineResult(session: hosted.name)
      hosted.addStatus(&result)
      result.add(Outcome(text: line.text, failure: problem))
      return result
    }
    prepareCrashResponse(at: line.text, for: call.connection, call.id)
    var (result, outcomes) = hosted.run(line, patching: patching)
    clearCrashResponse()
    var events = SessionEventBuilder(hosted)
    for outcome in outcomes { events.add(outcome) }
    events.addSettled(result, isExternal: false)
    publish(events.events, of: hosted, causedBy: call)
    if hosted.hasQuit, let failure = close(hosted, call) {
      result.add(Outcome(text: "", failure: failure))
    }
    return result
  }

  /// Prepares the response that the client receives if the line crashes.
  func prepareCrashResponse(at line: String, for connection: Connection, _ id: RequestID?) {
    guard let output = connection.directOutput else { return willRun(nil) }
    willRun(
      CrashedRequest(
        id, at: line, to: output,
        framing: connection.dialect == .text ? nil : connection.framing))
  }

  /// Clears the response after a line has run.
  func clearCrashResponse() { willRun(nil) }

  /// Sets what a cancellation of the connection's running request interrupts.
  func setInterrupt(_ interrupt: Interrupt, of connection: Connection) {
    connection.requests.replaceInterrupt(interrupt)
  }
}
