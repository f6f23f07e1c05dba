import MachoScripting
import MachoSessions
import MachoValues

extension Method {
  /// The methods that open, close and list sessions.
  static let sessionMethods: [Method] = [open, close, sessions]

  private static let open = Method(
    "open", ["feature", "name", "context", "start", "stubs", "deny"]
  ) { call throws(WireError) in
    let feature = try call.parameters.text("feature")
    if let feature { _ = try call.host.feature(named: feature) }
    let lines = try openingLines(feature, call.parameters)
    let denied = try call.parameters.permissions("deny")
    let name = try call.parameters.text("name")
    if let name, let found = try call.host.join(name, call.connection) {
      if let given = ["start", "stubs", "context"].first(where: call.parameters.has) {
        call.host.close(found, call)
        throw .invalidParameter(
          "'\(given)' applies only to a new session, and '\(name)' is")
      }
      if let feature, feature != found.session.featureName {
        call.host.close(found, call)
        throw WireError(
          .sessionNotFound, "feature-mismatch",
          "the session '\(name)' has \(found.session.featureName.map { "'\($0)'" } ?? "nothing") open"
        )
      }
      found.permissions.deny(denied, to: call.connection)
      var result = LineResult(session: name)
      found.addStatus(&result)
      result.extraMembers = found.description
      return result.json
    }
    let context = try call.parameters.context("context")
    guard context != .live || !denied.contains(.live) else {
      throw WireError(
        .lineFailed, "not-supported", "real dependencies are not allowed in this session")
    }
    let hosted = try call.host.open(name, context, denying: denied, for: call.connection)
    var whole = LineResult(session: hosted.name)
    hosted.addStatus(&whole)
    for line in lines {
      let result = call.host.run(line, in: hosted, for: call, patching: false)
      let lines = whole.lines + result.lines
      whole = result
      whole.lines = lines
      guard let failure = result.failure else { continue }
      call.host.discard(hosted, of: call.connection)
      // The error has no result, because its session does not exist.
      var error = result.error(failure)
      error.result = .none
      throw error
    }
    whole.extraMembers = hosted.description
    return whole.json
  }

  private static func openingLines(
    _ feature: String?, _ parameters: Parameters
  ) throws(WireError) -> [Line] {
    let start = try parameters.text("start")
    let stubs = try parameters.textList("stubs") ?? []
    guard let feature else {
      if start != nil || !stubs.isEmpty {
        throw .invalidParameter("'start' and 'stubs' require a 'feature'")
      }
      return []
    }
    return [Line(.feature, feature)] + (start.map { [Line(.start, normalizedLine($0))] } ?? [])
      + stubs.map { Line(.stub, normalizedLine($0)) }
  }

  private static let close = Method("close", ["session"]) { call throws(WireError) in
    if let failure = call.host.close(try call.session(), call) { throw WireError(failure) }
    return [:]
  }

  private static let sessions = Method("sessions") { call in
    ["sessions": .array(call.host.sessions(of: call.connection).map(\.json))]
  }
}

extension HostedSession {
  /// The session in the result of `sessions`.
  var json: JSONValue {
    [
      "session": .string(name), "feature": .optional(session.featureName),
      "isShared": .bool(isShared), "clients": .integer(clients.count),
    ]
  }
}

extension InFlightRequest {
  /// Returns the session that the request refers to.
  func session() throws(WireError) -> HostedSession {
    try host.session(parameters.text("session"), of: connection)
  }
}

extension HostedSession {
  /// The members that `open` adds to its result.
  fileprivate var description: [JSONValue.Member] {
    guard let feature = session.featureName, let shown = session.scriptState else { return [] }
    return [
      .init("feature", .string(feature)),
      .init("context", .optional(session.openContext?.text)),
      .init("state", .string(session.syntax.print(shown))),
    ]
  }
}

extension Parameters {
  fileprivate func permissions(_ name: String) throws(WireError) -> Set<SessionPermission> {
    var found: Set<SessionPermission> = []
    for text in try textList(name) ?? [] {
      guard let permission = SessionPermission(rawValue: text) else {
        let all = SessionPermission.allCases.map(\.rawValue).joined(separator: " or ")
        throw .invalidParameter("'\(name)' contains '\(text)', which is not \(all)")
      }
      found.insert(permission)
    }
    return found
  }
}
