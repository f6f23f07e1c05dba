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
    case joined(Connection)
    /// A connection brought something.
    case incoming(Connection, Incoming)
    /// A connection brings nothing more.
    case left(Connection)
    /// The only connection is to be read again by whoever answers it.
    case readable
    /// Something came back from outside, in some session.
    case arrival
    /// The process is to end.
    case stop
  }

  /// What a crash would leave a client without.
  package struct CrashNote {
    /// The line that runs.
    package var line: String
    /// The answer that the client gets instead.
    package var answer: [UInt8]
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
  private let willRun: (CrashNote?) -> Void

  private var connections: [Connection] = []
  /// All that are open, in the order of opening.
  var sessions: [HostedSession] = []
  /// The names of private sessions that were given, by connection.
  var counts: [ObjectIdentifier: Int] = [:]
  /// Whether a message says already that something came.
  let hasArrivals = Lock(false)
  /// Whether the connection ends behind the answer.
  var endsAfterAnswer = false

  /// A host of sessions with features; `allowed` are directories whose files may be used besides
  /// those of the working directory. `willRun` is told of each line before it runs, of nil behind.
  package init(
    catalog: [any DrivenFeature], allowed: [String] = [], limits: WireLimits = WireLimits(),
    redactor: Redactor, environment: [String: String],
    willRun: @escaping (CrashNote?) -> Void = { _ in }
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
    while take(mailbox.next()) {}
  }

  /// Answers one connection, which has the process to itself, until it has ended.
  package func serve(_ connection: Connection) {
    connections = [connection]
    let turn = ReadingTurn(connection, mailbox)
    guard turn.start(), PosixThread({ connection.watchForHangup() }).hasBegun else {
      note("no thread can be had for a connection: it ends")
      return end(connection)
    }
    while !connections.isEmpty, take(turn.next()) {}
  }

  /// Does what a message says; whether to go on.
  private func take(_ message: Message) -> Bool {
    switch message {
    case .joined(let connection):
      connections.append(connection)
      connection.start(
        take: { [mailbox] in mailbox.post(.incoming(connection, $0)) },
        end: { [mailbox] in mailbox.post(.left(connection)) })
    case .incoming(let connection, let incoming):
      // What came before the connection ended is answered; behind a 'shutdown' nothing is.
      if connections.contains(where: { $0 === connection }) { answer(incoming, connection) }
    case .left(let connection): end(connection)
    case .readable: break
    case .arrival: poll()
    case .stop:
      connections.forEach(end)
      return false
    }
    return true
  }

  // MARK: Answering

  private func answer(_ incoming: Incoming, _ connection: Connection) {
    switch incoming {
    case .request(let request): answer(request, connection)
    case .line(let token, let text): answer(text, token, connection)
    case .refused(let error, let id):
      _ = connection.calls.begin(nil, nil)
      defer { connection.calls.end() }
      switch connection.dialect {
      case .json: connection.send(Response.text(id, error))
      case .text: connection.send(lines: TextAnswer.text(TextLine.unasked, error))
      }
    }
  }

  private func answer(_ request: Request, _ connection: Connection) {
    defer { connection.calls.end() }
    if let relay = connection.relay.withLock({ $0 }),
      relay.takes(request, beside: sessions(of: connection).count)
    {
      return relay.pass(request, of: connection, beside: sessions(of: connection))
    }
    let name = request.parameters.first { $0.key == "session" }?.value.string
    let interrupt = (try? session(name, of: connection))?.session.interrupt
    do throws(WireError) {
      guard connection.calls.begin(request.id, interrupt) else {
        throw WireError.cancelled
      }
      let method = try Method.named(request.method)
      let parameters = try Parameters(
        request.parameters, of: method.name, knowing: method.parameters)
      let call = Call(host: self, connection: connection, id: request.id, parameters: parameters)
      let result = try method.run(call)
      if let id = request.id { connection.send(Response.text(id, result)) }
    } catch {
      if let id = request.id { connection.send(Response.text(id, error)) }
    }
    finishAnswer(connection)
  }

  private func answer(_ text: String, _ token: String, _ connection: Connection) {
    defer { connection.calls.end() }
    do throws(WireError) {
      var hosted = sessions(of: connection).first
      if hosted == nil { hosted = try open(nil, nil, for: connection) }
      guard let hosted else { return }
      guard connection.calls.begin(.text(token), hosted.session.interrupt) else {
        throw WireError.cancelled
      }
      let parameters = try Parameters([], of: "run", knowing: [])
      let call = Call(
        host: self, connection: connection, id: .text(token), parameters: parameters)
      let result = run(text, in: hosted, for: call, patching: false)
      connection.send(lines: TextAnswer.text(token, result))
    } catch {
      connection.send(lines: TextAnswer.text(token, error))
    }
    if sessions(of: connection).isEmpty { endsAfterAnswer = true }
    finishAnswer(connection)
  }

  private func finishAnswer(_ connection: Connection) {
    guard endsAfterAnswer else { return }
    endsAfterAnswer = false
    end(connection)
    mailbox.post(.left(connection))
  }

  private func end(_ connection: Connection) {
    // It ends once, though its reader and its 'shutdown' both say so.
    guard connections.contains(where: { $0 === connection }) else { return }
    for hosted in sessions(of: connection) {
      // Nobody is left to hear that it is over.
      hosted.subscriptions.removeAll { $0.connection === connection }
      leave(hosted, connection, nil)
    }
    counts[ObjectIdentifier(connection)] = nil
    connection.close()
    connections.removeAll { $0 === connection }
  }

  /// Runs a line, tells those who follow the session, and ends it where the line says so.
  func run(
    _ line: String, in hosted: HostedSession, for call: Call, patching: Bool
  ) -> LineResult {
    noteCrash(at: line, for: call.connection, call.id)
    let (result, outcomes) = hosted.run(line, patching: patching)
    forgetCrash()
    var events = HostedEvents(hosted)
    for outcome in outcomes { events.take(outcome) }
    events.settle(result, isOutside: false)
    tell(events.events, of: hosted, causedBy: call)
    if outcomes.last?.request == .quit { leave(hosted, call) }
    return result
  }

  /// Prepares what the client is told should the line trap.
  func noteCrash(at line: String, for connection: Connection, _ id: RequestID?) {
    guard let output = connection.directOutput else { return willRun(nil) }
    let answer: [UInt8] =
      switch (connection.dialect, id) {
      case (.text, .text(let token)?):
        Array(TextAnswer.text(token, CrashAnswer.error(at: line)).utf8)
      case (_, let id): connection.framing.framed(CrashAnswer.bytes(id, at: line))
      }
    willRun(CrashNote(line: line, answer: answer, output: output))
  }

  /// No line runs any more.
  func forgetCrash() { willRun(nil) }

  /// What a cancellation of the request that runs on a connection ends.
  func interrupt(of connection: Connection, is interrupt: Interrupt) {
    connection.calls.replaceInterrupt(interrupt)
  }
}
