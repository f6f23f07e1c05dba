import MachoValues
import MachoWire

/// The results of methods that need no session.
enum MCPMethods {
  static let names = [
    "initialize", "ping", "server/discover", "tools/list", "tools/call", "resources/list",
    "resources/templates/list", "resources/read", "prompts/list", "prompts/get",
  ]

  /// How long a client may keep a result, in milliseconds. The catalog of a driver does not change
  /// while it runs; scripts and reports do.
  static let cacheTimes = [
    "server/discover": 3_600_000, "tools/list": 3_600_000, "prompts/list": 3_600_000,
    "resources/templates/list": 3_600_000, "resources/list": 0, "resources/read": 0,
  ]

  private static let serverInformation: JSONValue = [
    "name": "macho", "title": "macho", "version": .string(ToolVersion.current),
  ]
  private static let capabilities: JSONValue = ["tools": [:], "resources": [:], "prompts": [:]]

  static func initializeResult(_ version: String, _ host: AgentHost) -> JSONValue {
    [
      "protocolVersion": .string(version), "capabilities": capabilities,
      "serverInfo": serverInformation, "instructions": .string(instructions(host)),
    ]
  }

  static func discoverResult(_ host: AgentHost) -> JSONValue {
    [
      "supportedVersions": .array(MCPVersion.all.map(JSONValue.string)),
      "capabilities": capabilities, "instructions": .string(instructions(host)),
    ]
  }

  /// Returns a result with the members that the stateless revision requires.
  static func stateless(_ result: JSONValue, _ cacheTime: Int?) -> JSONValue {
    var members = (result.object ?? []).filter { $0.key != "_meta" }
    members.append(.init("resultType", "complete"))
    if let cacheTime {
      members.append(.init("ttlMs", .integer(cacheTime)))
      members.append(.init("cacheScope", "private"))
    }
    let server = JSONValue.Member(MCPMetaKey.serverInformation, serverInformation)
    members.append(.init("_meta", .object((result["_meta"]?.object ?? []) + [server])))
    return .object(members)
  }

  static func result(
    of request: MCPRequest, _ agent: Agent, _ era: MCPEra
  ) throws(MCPError) -> JSONValue {
    let cursor = try request.parameters["cursor"].map { _ throws(MCPError) in
      try request.text("cursor")
    }
    switch request.method {
    case "tools/list":
      return try page("tools", AgentTool.all.map { $0.json(agent.host) }, cursor)
    case "resources/list":
      return try page("resources", AgentResources.list(agent), cursor)
    case "resources/templates/list":
      return try page("resourceTemplates", AgentResources.templates, cursor)
    case "resources/read":
      let uri = try request.text("uri")
      guard let resource = AgentResources.read(uri, agent) else {
        throw MCPError(
          era == .handshake ? .resourceNotFound : .invalidParameters, "no resource '\(uri)'",
          data: ["uri": .string(uri)])
      }
      return ["contents": [resource]]
    case "prompts/list": return try page("prompts", AgentPrompt.all.map(\.json), cursor)
    default:
      let name = try request.text("name")
      guard let prompt = AgentPrompt.all.first(where: { $0.name == name }) else {
        throw MCPError.unknown("prompt", name, among: AgentPrompt.all.map(\.name))
      }
      return try prompt.result(request.parameters["arguments"] ?? [:])
    }
  }

  /// The number of entries in a page of a list.
  private static let pageSize = 100

  private static func page(
    _ name: String, _ entries: [JSONValue], _ cursor: String?
  ) throws(MCPError) -> JSONValue {
    guard let start = cursor.map({ Int($0) }) ?? 0, (0...entries.count).contains(start) else {
      throw MCPError(.invalidParameters, "'params.cursor' is not a cursor of this list")
    }
    let end = min(start + pageSize, entries.count)
    var members: [JSONValue.Member] = [.init(name, .array(Array(entries[start..<end])))]
    if end < entries.count { members.append(.init("nextCursor", .string(String(end)))) }
    return .object(members)
  }

  private static func instructions(_ host: AgentHost) -> String {
    """
    macho drives stores (The Composable Architecture, Redux, MVVM and others) by lines of text. \
    'features' lists the features, 'open' returns a session handle, 'run' takes lines such as \
    'send incrementButtonTapped' or 'expect count == 1' and returns the state changes. Effects run on \
    a test clock: 'advance 300ms' moves it. Endpoints are stubbed with 'stub' lines. Each error names \
    candidates, and most results end in lines that you can type next. 'explore' searches for \
    failures, 'save' writes a script, 'report' runs scripts as tests, and 'coverage' says what they do not \
    reach. 'help' explains the language by topic. \
    \(host.allowsLive ? "The context 'live' runs real dependencies: ask the user first." : "")
    """
  }
}
