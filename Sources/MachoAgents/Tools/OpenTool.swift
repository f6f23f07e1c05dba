import MachoSessions
import MachoValues

extension AgentTool {
  static let open = AgentTool(
    "open", title: "Open a session",
    """
    Opens a feature in a new session and returns its handle, which all other tools take, its state, its \
    actions and the endpoints that can be stubbed. Sessions are independent: each has its own process, \
    state, clock and stubs.
    """,
    [
      ToolParameter("feature", .text, required: true, "The name of a feature."),
      ToolParameter(
        "context", .context,
        """
        'test' requires a stub for each endpoint that is called; 'preview' uses the feature's preview \
        values; 'live' runs the real dependencies. Default: test, or that of a shared session.
        """),
      ToolParameter(
        "preset", .text,
        """
        The name of a preset of the feature, which replaces some of its preview values; 'features' lists \
        them. Only with the context 'preview', which is then the default.
        """),
      ToolParameter(
        "start", .text, "The state to start with, as a value or changes. Default: the start state."),
      ToolParameter("stubs", .texts, "Stubs, as for the verb 'stub'."),
      ToolParameter(
        "share", .text,
        "The name of a session on the server that others may join. Only with 'macho mcp --connect'."
      ),
    ],
    Hints(runsFeatures: true)
  ) { call throws(ToolFailure) in
    let agent = call.agent
    let feature = call.arguments.text("feature") ?? ""
    let listing = try agent.features(feature).first.map(FeatureSummary.init)
    let context = try openingContext(call)
    let choice = RunContext(rawValue: context).map {
      ContextChoice($0, preset: call.arguments.text("preset")).text
    }
    var opening: [JSONValue.Member] = [
      .init("feature", .string(feature)),
      .init("deny", .strings(["write"] + (agent.host.allowsLive ? [] : ["live"]))),
    ]
    if let start = call.arguments.text("start") { opening.append(.init("start", .string(start))) }
    let stubs = call.arguments.texts("stubs")
    if !stubs.isEmpty { opening.append(.init("stubs", .strings(stubs))) }
    if let name = call.arguments.text("share") {
      guard agent.host.isConnected else {
        throw ToolFailure(
          "not-supported",
          "'share' requires 'macho mcp --connect SOCKET': sessions are private here")
      }
      opening.append(.init("name", .string(name)))
    }
    // An existing shared session keeps its context.
    let choosesContext = ["context", "preset"].contains { call.arguments.text($0) != nil }
    if call.arguments.text("share") == nil || choosesContext {
      opening.append(.init("context", .string(choice ?? context)))
    }
    let handle = try agent.makeHandle(feature)
    var result: JSONValue = [:]
    let session = try AgentSession(
      handle, agent.host, opening, isLive: context == RunContext.live.rawValue
    ) { result = $0 }
    agent.add(session)
    let openContext = result["context"]?.string ?? context
    var state = result["state"]?.string ?? ""
    if state.utf8.count > StateText.limit { state = session.longState(at: "") ?? state }
    // Which actions only effects send is unknown, so none is proposed.
    let text =
      ["session \(handle) (\(feature), context \(openContext))", state]
      + (listing?.inputs ?? [])
    return ToolResult(
      text.joined(separator: "\n"),
      [.init("session", .string(handle)), .init("context", .string(openContext))]
        + sessionStatus(of: result))
  }

  private static func openingContext(_ call: ToolCall) throws(ToolFailure) -> String {
    let preset = call.arguments.text("preset")
    let byDefault: RunContext = preset == nil ? .test : .preview
    let context = call.arguments.text("context") ?? byDefault.rawValue
    guard preset == nil || context == RunContext.preview.rawValue else {
      throw ToolFailure("bad-arguments", "'preset' requires the context 'preview'")
    }
    let allowed = ToolArguments.contexts(call.agent.host)
    if allowed.contains(context) { return context }
    guard context == RunContext.live.rawValue else {
      throw ToolFailure(
        "bad-arguments", "'context' must be \(allowed.joined(separator: " or "))",
        candidates: Suggestions.nearest(to: context, among: allowed))
    }
    var failure = ToolFailure(
      "not-allowed", "'live' runs real dependencies, which the user has not allowed")
    failure.notes = ["the user allows it with 'macho mcp --live'"]
    throw failure
  }
}

extension AgentTool {
  /// The last lines of a text: what the client can do next.
  static func nextText(_ lines: [String]) -> String {
    lines.map { "next: " + $0 }.joined(separator: "\n")
  }

  /// The facts of a session's status, from the result of a line.
  static func sessionStatus(of result: JSONValue) -> [JSONValue.Member] {
    let pending = NextLines.pendingCalls(of: result).count
    return ["position", "effects", "status", "wakes"].compactMap { name in
      result[name].map { JSONValue.Member(name, $0) }
    } + (pending > 0 ? [.init("pending", .integer(pending))] : [])
  }
}
