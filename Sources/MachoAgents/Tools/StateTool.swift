import MachoValues

extension AgentTool {
  static let state = AgentTool(
    "state", title: "Read the state",
    "Returns the state of a session, or the part at a path such as 'contacts[0].name' or 'rows.count'.",
    [
      .session, ToolParameter("path", .text, "A path. Default: the whole state."), .cursor,
    ],
    Hints(isReadOnly: true, isIdempotent: true)
  ) { call throws(ToolFailure) in
    let path = call.arguments.text("path") ?? ""
    let result = try call.callSession("state", [.init("path", .string(path))])
    let value =
      result["value"]?.string
      ?? (result["output"]?.array ?? []).compactMap(\.string).joined(separator: "\n")
    return ToolResult(value, [.init("session", .string(call.session?.handle ?? ""))])
  }
}
