import Foundation
import MachoSessions
import MachoValues

// Which connection has which session open.

extension WireHost {
  /// The sessions that a connection has open, in the order of opening.
  func sessions(of connection: Connection) -> [HostedSession] {
    sessions.filter { $0.clients.contains { $0 === connection } }
  }

  /// Returns the open session with a name, or the only one if the name is omitted.
  func session(_ name: String?, of connection: Connection) throws(WireError) -> HostedSession {
    let open = sessions(of: connection)
    if let name, let found = open.first(where: { $0.name == name }) { return found }
    let elsewhere = connection.sharedSessionProxy.withLock { $0 }?.openSessionNames ?? []
    if name == nil, open.count == 1, elsewhere.isEmpty { return open[0] }
    let message =
      name.map { "no session '\($0)' is open here" }
      ?? (open.isEmpty ? "no session is open" : "several sessions are open: specify one")
    var error = WireError(.sessionNotFound, "no-such-session", message)
    error.candidates = open.map(\.name) + elsewhere
    if open.isEmpty { error.notes = ["'open' opens one"] }
    throw error
  }

  /// Opens a session, which is shared if it has a name.
  func open(
    _ name: String?, _ context: ContextChoice?, denying denied: Set<SessionPermission> = [],
    for connection: Connection
  ) throws(WireError) -> HostedSession {
    try checkSessionLimit(isShared: name != nil, for: connection)
    let files = files(beside: "-")
    let session = Session(
      catalog: catalog, receiveMode: .immediate, context: context, files: files,
      environment: environment
    )
    session.externalWorkTimeout = .seconds(2)
    session.onExternalWork { [mailbox, hasPendingExternalInput] in
      // A single message covers all external input until it is read.
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
    hosted.permissions.deny(denied, to: connection)
    hosted.clients = [connection]
    sessions.append(hosted)
    return hosted
  }

  /// Throws if a connection has too many private or too many shared sessions open.
  private func checkSessionLimit(isShared: Bool, for connection: Connection) throws(WireError) {
    let count = sessions(of: connection).count { $0.isShared == isShared }
    guard count < limits.sessions else {
      throw WireError(
        .limitExceeded, "too-many-sessions",
        "a connection has at most \(limits.sessions) \(isShared ? "shared " : "")sessions open")
    }
  }

  /// Opens an existing shared session for another client. Returns `nil` if there is none.
  func join(_ name: String, _ connection: Connection) throws(WireError) -> HostedSession? {
    guard SharedSessionName.isValid(name) else {
      throw .invalidParameter(SharedSessionName.rule)
    }
    guard let found = sessions.first(where: { $0.isShared && $0.name == name }) else { return nil }
    guard !found.clients.contains(where: { $0 === connection }) else {
      throw .invalidParameter("the session '\(name)' is already open on this connection")
    }
    try checkSessionLimit(isShared: true, for: connection)
    found.clients.append(connection)
    return found
  }

  /// Closes a session for the client of a request. The last client ends the session. Returns why its
  /// recording is incomplete, or `nil`.
  @discardableResult
  func close(_ hosted: HostedSession, _ call: InFlightRequest) -> Diagnostic? {
    close(hosted, call.connection, call)
  }

  /// Closes a session for a connection, either by a request or because it has ended. Returns why its
  /// recording is incomplete, or `nil`.
  func close(
    _ hosted: HostedSession, _ connection: Connection, _ call: InFlightRequest?
  ) -> Diagnostic? {
    guard hosted.clients.count <= 1 else {
      hosted.clients.removeAll { $0 === connection }
      hosted.subscriptions.removeAll { $0.connection === connection }
      hosted.permissions.forget(connection)
      return nil
    }
    var failure: Diagnostic?
    // A test would take time that other sessions need; 'record stop' tests.
    do throws(Diagnostic) { _ = try hosted.recording.finish(isTested: false) } catch {
      failure = error
    }
    publish([SessionEvent(kind: "ended")], of: hosted, causedBy: call)
    sessions.removeAll { $0 === hosted }
    return failure
  }

  /// Removes a session that could not be opened, and releases its name.
  func discard(_ hosted: HostedSession, of connection: Connection) {
    sessions.removeAll { $0 === hosted }
    if !hosted.isShared { privateSessionCounts[ObjectIdentifier(connection), default: 1] -= 1 }
  }

  /// Returns the feature with a name. Throws an error with candidates if there is none.
  func feature(named name: String) throws(WireError) -> any DrivenFeature {
    if let found = catalog.first(where: { $0.name == name }) { return found }
    var error = WireError(.lineFailed, "no-such-feature", "no feature '\(name)' is registered")
    error.candidates = Suggestions.nearest(
      to: name, among: catalog.filter(\.isListed).map(\.name))
    throw error
  }

  /// Returns the files that a script at a path may read.
  func files(beside path: String) -> DirectoryFiles {
    let directory =
      path == "-" ? workingDirectory : URL(fileURLWithPath: path).deletingLastPathComponent().path
    return DirectoryFiles(from: directory, below: [workingDirectory] + allowed)
  }
}
