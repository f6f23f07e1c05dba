import MachoReporting
import MachoValues

/// A tool: its description for models, and its implementation.
///
/// To add a tool, define a static value in a new file and add it to `all`.
struct AgentTool: Sendable {
  /// What a tool may do, as hints for the client's user.
  struct Hints: Sendable {
    /// Changes nothing that outlives the call.
    var isReadOnly = false
    /// May replace or remove something.
    var isDestructive = false
    /// The same call twice has the effect of one.
    var isIdempotent = false
    /// Runs real dependencies if the context is `live`.
    var runsFeatures = false
  }

  let name: String
  let title: String
  let description: String
  let parameters: [ToolParameter]
  let hints: Hints
  /// The maximal size of a page of its text in bytes.
  let pageSize: Int
  let run: @Sendable (ToolCall) throws(ToolFailure) -> ToolResult

  init(
    _ name: String, title: String, _ description: String, _ parameters: [ToolParameter],
    _ hints: Hints, pageSize: Int = OutputPages.pageSize,
    run: @escaping @Sendable (ToolCall) throws(ToolFailure) -> ToolResult
  ) {
    self.name = name
    self.title = title
    self.description = description
    self.parameters = parameters
    self.hints = hints
    self.pageSize = pageSize
    self.run = run
  }

  static let all: [AgentTool] = [
    .features, .help, .open, .run, .state, .actions, .explore, .compare, .report, .coverage, .save,
    .scripts, .close,
  ]

  static func named(_ name: String) -> AgentTool? { all.first { $0.name == name } }

  /// Runs the tool, and divides a long text into pages.
  func result(_ call: ToolCall) -> ToolResult {
    if let session = call.session, session.isClosed {
      return ToolResult(
        ToolFailure("no-such-session", "the session '\(session.handle)' was closed"))
    }
    do throws(ToolFailure) {
      var result: ToolResult
      if let cursor = call.arguments.text(ToolParameter.cursor.name) {
        guard let page = call.agent.pages.page(at: cursor, size: pageSize) else {
          throw ToolFailure(
            "no-such-cursor", "no page '\(cursor)': call the tool again without 'cursor'")
        }
        result = ToolResult("", [])
        apply(page, to: &result)
        return result
      }
      result = try run(call)
      apply(call.agent.pages.page(result.text, size: pageSize), to: &result)
      return result
    } catch {
      return ToolResult(error)
    }
  }

  private func apply(_ page: OutputPages.Page, to result: inout ToolResult) {
    result.text = page.text
    guard let cursor = page.cursor else { return }
    result.text +=
      "\n[\(page.remaining) more bytes: call '\(name)' with \"cursor\": \"\(cursor)\"]"
    result.facts.append(.init("nextCursor", .string(cursor)))
  }

  // MARK: Description

  /// The tool in `tools/list`.
  func json(_ host: AgentHost) -> JSONValue {
    let members = parameters.map { JSONValue.Member($0.name, $0.schema(host)) }
    let required = parameters.filter(\.isRequired).map(\.name)
    return [
      "name": .string(name), "title": .string(title), "description": .string(description),
      "inputSchema": [
        "type": "object", "properties": .object(members), "required": .strings(required),
        "additionalProperties": false,
      ],
      "annotations": [
        "title": .string(title), "readOnlyHint": .bool(hints.isReadOnly),
        "destructiveHint": .bool(hints.isDestructive || hints.runsFeatures && host.allowsLive),
        "idempotentHint": .bool(hints.isIdempotent),
        "openWorldHint": .bool(hints.runsFeatures && host.allowsLive),
      ],
    ]
  }
}

/// A call of a tool.
struct ToolCall: Sendable {
  let agent: Agent
  let arguments: ToolArguments
  /// The session of the argument `session`.
  let session: AgentSession?
  let cancellation: CallCancellation

  init(
    _ agent: Agent, _ arguments: ToolArguments, _ session: AgentSession?,
    _ cancellation: CallCancellation
  ) {
    self.agent = agent
    self.arguments = arguments
    self.session = session
    self.cancellation = cancellation
  }

  /// Returns the session of a tool whose argument `session` is required.
  func openSession() throws(ToolFailure) -> AgentSession {
    guard let session else {
      throw ToolFailure("bad-arguments", "the argument 'session' is missing")
    }
    return session
  }

  /// Calls a method of the session that runs no line of the client. A process that has ended is
  /// restored.
  func callSession(
    _ method: String, _ parameters: [JSONValue.Member] = [], limit: Duration? = nil
  ) throws(ToolFailure) -> JSONValue {
    let session = try openSession()
    switch session.call(method, parameters, limit: limit, cancellation) {
    case .result(let result): return result
    case .refused(let error):
      let failure = ToolFailure(error)
      guard failure.code == "no-such-session" else { throw failure }
      session.close()
      throw ToolFailure("no-such-session", "the session '\(session.handle)' has ended")
    case .crashed(let error): throw lost(session, error, "the process of the session ended", method)
    case .timedOut:
      throw lost(session, nil, "no response within \(limit ?? agent.host.lineLimit)", method)
    }
  }

  private func lost(
    _ session: AgentSession, _ error: JSONValue?, _ message: String, _ line: String
  ) -> ToolFailure {
    var failure = error.map { ToolFailure($0) } ?? ToolFailure("crashed", message)
    failure.output.append(session.restore(after: line).text)
    return failure
  }
}

extension AgentSession.Restoration {
  /// A sentence for the client.
  var text: String {
    switch self {
    case .restored(let lines):
      "The session is back in the state before this line: \(counted(lines, "line")) ran again."
    case .lost(let reason): "The session is lost: \(reason). Open a new one."
    }
  }
}
