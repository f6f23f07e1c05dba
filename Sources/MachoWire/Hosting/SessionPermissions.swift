import MachoSessions

/// What a client may be denied in a session.
enum SessionPermission: String, CaseIterable {
  /// Running real dependencies.
  case live
  /// Writing files by commands.
  case write
}

/// What the clients of a session must not do.
struct SessionPermissions {
  private var denied: [ObjectIdentifier: Set<SessionPermission>] = [:]

  mutating func deny(_ permissions: Set<SessionPermission>, to connection: Connection) {
    denied[ObjectIdentifier(connection)] = permissions
  }

  mutating func forget(_ connection: Connection) { denied[ObjectIdentifier(connection)] = nil }

  func denies(_ permission: SessionPermission, to connection: Connection) -> Bool {
    denied[ObjectIdentifier(connection)]?.contains(permission) ?? false
  }
}

extension HostedSession {
  /// Restricts the session to what a client may do, before its line runs. Returns the problem if the
  /// client may run no line, because another client has made the session live.
  func applyPermissions(of connection: Connection) -> Diagnostic? {
    session.allowsLive = !permissions.denies(.live, to: connection)
    recording.allowsFiles = !permissions.denies(.write, to: connection)
    guard session.isLive, !session.allowsLive else { return nil }
    return Diagnostic(
      "not-supported", "the session is live, and this client must not run real dependencies")
  }
}
