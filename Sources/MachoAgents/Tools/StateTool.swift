import MachoValues

extension AgentTool {
  static let state = AgentTool(
    "state", title: "Read the state",
    """
    Returns the state of a session, or the part at a path such as 'contacts[0].name' or 'rows.count'. Of a \
    long state, long parts are left out; their paths are listed.
    """,
    [
      .session, ToolParameter("path", .text, "A path. Default: the whole state."), .cursor,
    ],
    Hints(isReadOnly: true, isIdempotent: true)
  ) { call throws(ToolFailure) in
    let path = call.arguments.text("path") ?? ""
    let result = try call.callSession(
      "parts", [.init("path", .string(path)), .init("limit", .integer(StateText.limit))])
    return ToolResult(
      StateText.text(of: result), [.init("session", .string(call.session?.handle ?? ""))])
  }
}
