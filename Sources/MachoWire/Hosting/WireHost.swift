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
    case joined(Connection)
    case incoming(Connection, Incoming)
    case left(Connection)
    case arrival
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
  private let allowed: [String]
  private let workingDirectory = FileManager.default.currentDirectoryPath
  private let redactor: Redactor
  private let willRun: (CrashNote?) -> Void

  private var connections: [Connection] = []
  private var sessions: [HostedSession] = []
  /// The names of private sessions that were given, by connection.
  private var counts: [ObjectIdentifier: Int] = [:]
  private let hasArrivals = Lock(false)
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

  /// Answers until the last connection has ended, or for ever.
  package func run(endingWithLast: Bool) {
    while true {
      switch mailbox.next() {
      case .joined(let connection):
        connections.append(connection)
        connection.start(
          take: { [mailbox] in mailbox.post(.incoming(connection, $0)) },
          end: { [mailbox] in mailbox.post(.left(connection)) })
      case .incoming(let connection, let incoming):
        // What came before the connection ended is answered; behind a 'shutdown' nothing is.
        if connections.contains(where: { $0 === connection }) { answer(incoming, connection) }
      case .left(let connection):
        end(connection)
        if endingWithLast, connections.isEmpty { return }
      case .arrival: poll()
      case .stop: return connections.forEach(end)
      }
    }
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
    let error = WireError(
      .crashed, "crashed",
      "the feature trapped, or ended the process, at this line: \(line.prefix(200))")
    let answer: [UInt8] =
      switch (connection.dialect, id) {
      case (.text, .text(let token)?): Array(TextAnswer.text(token, error).utf8)
      case (_, let id): connection.framing.bytes(of: Response.text(id, error))
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

// MARK: - Events

extension WireHost {
  private func poll() {
    hasArrivals.withLock { $0 = false }
    for hosted in sessions {
      guard let (result, outcome) = hosted.poll() else { continue }
      var events = HostedEvents(hosted)
      events.take(outcome, isArrival: true)
      events.settle(result, isOutside: true)
      tell(events.events, of: hosted, causedBy: nil)
      for client in hosted.clients where client.dialect == .text {
        client.send(lines: TextAnswer.text(arrived: result, seq: hosted.seq))
      }
    }
  }

  /// Tells those who have subscribed; what nobody follows is only counted.
  private func tell(_ events: [HostedEvent], of hosted: HostedSession, causedBy call: Call?) {
    for event in events {
      hosted.seq += 1
      for index in hosted.subscriptions.indices where hosted.subscriptions[index].wants(event) {
        let subscription = hosted.subscriptions[index]
        var members: [JSONValue.Member] = [
          .init("session", .string(hosted.name)), .init("seq", .integer(hosted.seq)),
          .init("cause", cause(of: event, call, for: subscription.connection)),
          .init("kind", .string(event.kind)),
        ]
        members += event.members
        if subscription.isPatching, let state = event.state {
          members.append(.init("patch", JSONPatch(from: subscription.told, to: state).json))
          hosted.subscriptions[index].told = state
        }
        subscription.connection.send(Response.event(members))
      }
    }
  }

  private func cause(
    of event: HostedEvent, _ call: Call?, for listener: Connection
  ) -> JSONValue {
    guard let call, !event.isOutside else { return ["outside": true] }
    var members: [JSONValue.Member] = [.init("client", .integer(call.connection.number))]
    if call.connection === listener { members.append(.init("own", true)) }
    if let id = call.id { members.append(.init("request", id.json)) }
    if let effect = event.effect { members.append(.init("effect", .integer(effect))) }
    return .object(members)
  }
}

// MARK: - Sessions

extension WireHost {
  /// What a connection has open, in the order of opening.
  func sessions(of connection: Connection) -> [HostedSession] {
    sessions.filter { $0.clients.contains { $0 === connection } }
  }

  /// The session of a name, or the only one.
  func session(_ name: String?, of connection: Connection) throws(WireError) -> HostedSession {
    let open = sessions(of: connection)
    if let name, let found = open.first(where: { $0.name == name }) { return found }
    let elsewhere = connection.relay.withLock { $0 }?.names ?? []
    if name == nil, open.count == 1, elsewhere.isEmpty { return open[0] }
    let message =
      name.map { "no session '\($0)' is open here" }
      ?? (open.isEmpty ? "no session is open" : "several sessions are open: say which")
    var error = WireError(.noSession, "no-such-session", message)
    error.candidates = open.map(\.name) + elsewhere
    if open.isEmpty { error.notes = ["'open' opens one"] }
    throw error
  }

  /// Opens a session; with a name it is shared.
  func open(
    _ name: String?, _ context: RunContext?, for connection: Connection
  ) throws(WireError) -> HostedSession {
    try requireRoom(isShared: name != nil, for: connection)
    let files = files(beside: "-")
    let session = Session(
      catalog: catalog, taking: .atOnce, context: context, files: files, environment: environment)
    session.patience = .seconds(2)
    session.whenArriving { [mailbox, hasArrivals] in
      // One message is enough for all that came until it is read.
      let isFirst = hasArrivals.withLock { has in
        defer { has = true }
        return !has
      }
      if isFirst { mailbox.post(.arrival) }
    }
    let count = counts[ObjectIdentifier(connection), default: 0] + (name == nil ? 1 : 0)
    counts[ObjectIdentifier(connection)] = count
    let hosted = HostedSession(
      name ?? "s\(count)", isShared: name != nil, session, redactor: redactor, files: files)
    hosted.clients = [connection]
    sessions.append(hosted)
    return hosted
  }

  /// Refuses one session too many, of a connection's own and of those that it shares.
  private func requireRoom(isShared: Bool, for connection: Connection) throws(WireError) {
    let count = sessions(of: connection).count { $0.isShared == isShared }
    guard count < limits.sessions else {
      throw WireError(
        .limit, "too-many-sessions",
        "a connection has at most \(limits.sessions) \(isShared ? "shared " : "")sessions open")
    }
  }

  /// The shared session of a name, opened for another client; nil where there is none yet.
  func join(_ name: String, _ connection: Connection) throws(WireError) -> HostedSession? {
    guard SharedName.isOne(name) else {
      throw .parameter(SharedName.rule)
    }
    guard let found = sessions.first(where: { $0.isShared && $0.name == name }) else { return nil }
    guard !found.clients.contains(where: { $0 === connection }) else {
      throw .parameter("the session '\(name)' is open here already")
    }
    try requireRoom(isShared: true, for: connection)
    found.clients.append(connection)
    return found
  }

  /// Closes a session for whoever asks for it; it ends with the last.
  func leave(_ hosted: HostedSession, _ call: Call) { leave(hosted, call.connection, call) }

  private func leave(_ hosted: HostedSession, _ connection: Connection, _ call: Call?) {
    guard hosted.clients.count <= 1 else {
      hosted.clients.removeAll { $0 === connection }
      hosted.subscriptions.removeAll { $0.connection === connection }
      return
    }
    hosted.recording.end()
    tell([HostedEvent(kind: "ended")], of: hosted, causedBy: call)
    sessions.removeAll { $0 === hosted }
  }

  /// Takes back a session that could not be opened, and its name.
  func forget(_ hosted: HostedSession, of connection: Connection) {
    sessions.removeAll { $0 === hosted }
    if !hosted.isShared { counts[ObjectIdentifier(connection), default: 1] -= 1 }
  }

  /// The feature of a name, or the error that lists what there is.
  func feature(named name: String) throws(WireError) -> any DrivenFeature {
    if let found = catalog.first(where: { $0.name == name }) { return found }
    var error = WireError(.failedLine, "no-such-feature", "no feature '\(name)' is registered")
    error.candidates = Suggestions.nearest(
      to: name, among: catalog.filter(\.isListed).map(\.name))
    throw error
  }

  /// The files that a script at a path may use.
  func files(beside path: String) -> DirectoryFiles {
    let directory =
      path == "-" ? workingDirectory : URL(fileURLWithPath: path).deletingLastPathComponent().path
    return DirectoryFiles(from: directory, below: [workingDirectory] + allowed)
  }
}
