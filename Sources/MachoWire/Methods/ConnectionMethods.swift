import MachoReporting
import MachoSessions
import MachoValues

extension Method {
  /// The methods about the connection.
  static let connectionMethods: [Method] = [hello, features, shutdown]

  private static let hello = Method("hello", ["version", "client"]) { call throws(WireError) in
    let version = try call.parameters.number("version") ?? WireHost.version
    _ = try call.parameters.text("client")
    guard version == WireHost.version else {
      throw WireError(
        .unsupportedVersion, "unknown-version",
        "unsupported version \(version); the server supports version \(WireHost.version)")
    }
    let limits = call.host.limits
    return [
      "version": .integer(WireHost.version),
      "server": ["name": "macho"],
      "capabilities": [
        "framing": .string(call.connection.framing.rawValue), "patch": true, "shared": true,
      ],
      "limits": [
        "message": .integer(limits.message), "sessions": .integer(limits.sessions),
        "requests": .integer(limits.requests), "output": .integer(limits.output),
        "connections": .integer(limits.connections),
        "connectionsOfProcess": .integer(limits.connectionsOfProcess),
      ],
      "methods": .array(Method.names.sorted().map(JSONValue.string)),
      "verbs": .array(Command.all.map { .string($0.verb) }),
    ]
  }

  private static let features = Method("features", ["feature"]) { call throws(WireError) in
    let listed = call.host.catalog.filter(\.isListed)
    guard let name = try call.parameters.text("feature") else {
      return ["features": .array(listed.map { FeatureListing($0).json })]
    }
    let feature = try call.host.feature(named: name)
    return ["features": [FeatureListing(feature).json]]
  }

  private static let shutdown = Method("shutdown") { call in
    call.host.disconnectsAfterResponse = true
    return [:]
  }
}

extension FeatureListing {
  /// The feature in a message.
  fileprivate var json: JSONValue {
    [
      "name": .string(name), "summary": .string(summary), "context": .string(context),
      "actions": .array(actions.map(\.json)), "state": .array(state.map(JSONValue.string)),
      "computed": .array(computed.map(JSONValue.string)),
      "presets": .array(presets.map(JSONValue.string)), "stubs": .array(stubs.map(\.json)),
    ]
  }
}

extension FeatureListing.Item {
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("name", .string(name)), .init("signature", .string(signature)),
    ]
    if let standsFor { members.append(.init("standsFor", .string(standsFor))) }
    if let summary { members.append(.init("summary", .string(summary))) }
    return .object(members)
  }
}
