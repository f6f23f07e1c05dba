import Foundation
import MachoSessions
import MachoValues

// Who has which session open.

extension WireHost {
  /// What a connection has open, in the order of opening.
  func sessions(of connection: Connection) -> [HostedSession] {
    sessions.filter { $0.clients.contains { $0 === connection } }
  }

  /// The session of a name, or the only one.
  func session(_ name: String?, of connection: Connection) throws(WireError) -> HostedSession {
    let open = sessions(of: connection)
    if let name, let found = open.first(where: { $0.name == name }) { return found }
    let elsewhere = connection.sharedSessionProxy.withLock { $0 }?.openSessionNames ?? []
    if name == nil, open.count == 1, elsewhere.isEmpty { return open[0] }
    let message =
      name.map { "no session '\($0)' is open here" }
      ?? (open.isEmpty ? "no session is open" : "several sessions are open: say which")
    var error = WireError(.sessionNotFound, "no-such-session", message)
    error.candidates = open.map(\.name) + elsewhere
    if open.isEmpty { error.notes = ["'open' opens one"] }
    throw error
  }

  /// Opens a session; with a name it is shared.
  func open(
    _ name: String?, _ context: RunContext?, for connection: Connection
  ) throws(WireError) -> HostedSession {
    try checkSessionLimit(isShared: name != nil, for: connection)
    let files = files(beside: "-")
    let session = Session(
      catalog: catalog, taking: .immediate, context: context, files: files, environment: environment
    )
    session.externalWorkTimeout = .seconds(2)
    session.onExternalWork { [mailbox, hasPendingExternalInput] in
      // One message is enough for all that came until it is read.
      let isFirst = hasPendingExternalInput.withLock { has in
        defer { has = true }
        return !has
      }
      if isFirst { mailbox.post(.externalInput) }
    }
    let count =
      privateSessionCounts[ObjectIdentifier(connection), default: 0] + (name == nil ? 1 : 0)
    privateSessionCounts[ObjectIdentifier(connection)] = count
    let hosted = HostedSession(
      name ?? "s\(count)", isShared: name != nil, session, redactor: redactor, files: files)
    hosted.clients = [connection]
    sessions.append(hosted)
    return hosted
  }

  /// Refuses one session too many, of a connection's own and of those that it shares.
  private func checkSessionLimit(isShared: Bool, for connection: Connection) throws(WireError) {
    let count = sessions(of: connection).count { $0.isShared == isShared }
    guard count < limits.sessions else {
      throw WireError(
        .limitExceeded, "too-many-sessions",
        "a connection has at most \(limits.sessions) \(isShared ? "shared " : "")sessions open")
    }
  }

  /// The shared session of a name, opened for another client; nil where there is none yet.
  func join(_ name: String, _ connection: Connection) throws(WireError) -> HostedSession? {
    guard SharedSessionName.isValid(name) else {
      throw .invalidParameter(SharedSessionName.rule)
    }
    guard let found = sessions.first(where: { $0.isShared && $0.name == name }) else { return nil }
    guard !found.clients.contains(where: { $0 === connection }) else {
      throw .invalidParameter("the session '\(name)' is open here already")
    }
    try checkSessionLimit(isShared: true, for: connection)
    found.clients.append(connection)
    return found
  }

  /// Closes a session for whoever asks for it; it ends with the last.
  func close(_ hosted: HostedSession, _ call: InFlightRequest) {
    close(hosted, call.connection, call)
  }

  /// Closes a session for a connection, by its request or as it has ended.
  func close(_ hosted: HostedSession, _ connection: Connection, _ call: InFlightRequest?) {
    guard hosted.clients.count <= 1 else {
      hosted.clients.removeAll { $0 === connection }
      hosted.subscriptions.removeAll { $0.connection === connection }
      return
    }
    hosted.recording.finish()
    publish([SessionEvent(kind: "ended")], of: hosted, causedBy: call)
    sessions.removeAll { $0 === hosted }
  }

  /// Takes back a session that could not be opened, and its name.
  func discard(_ hosted: HostedSession, of connection: Connection) {
    sessions.removeAll { $0 === hosted }
    if !hosted.isShared { privateSessionCounts[ObjectIdentifier(connection), default: 1] -= 1 }
  }

  /// The feature of a name, or the error that lists what there is.
  func feature(named name: String) throws(WireError) -> any DrivenFeature {
    if let found = catalog.first(where: { $0.name == name }) { return found }
    var error = WireError(.lineFailed, "no-such-feature", "no feature '\(name)' is registered")
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
