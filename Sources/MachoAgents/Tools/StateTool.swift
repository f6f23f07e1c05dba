import MachoValues

extension AgentTool {
  static let state = AgentTool(
    "state", title: "Read the state",
    "Returns the state of a session, or the part at a path such as 'contacts[0].name' or 'rows.count'.",
    [
      .session, ToolParameter("path", .text, "A path. Default: the whole state."), .cursor,
    ],
    output: [
      ("session", OutputSchema.text), ("path", OutputSchema.text),
      ("value", OutputSchema.text("The value as text, which lines accept as input.")),
      ("json", OutputSchema.any), ("truncated", OutputSchema.flag),
    ],
    Hints(isReadOnly: true, isIdempotent: true)
  ) { call throws(ToolFailure) in
    let path = call.arguments.text("path") ?? ""
    let result = try call.callSession("state", [.init("path", .string(path))])
    let value =
      result["value"]?.string
      ?? (result["output"]?.array ?? []).compactMap(\.string).joined(separator: "\n")
    var members: [JSONValue.Member] = [
      .init("session", .string(call.session?.handle ?? "")), .init("path", .string(path)),
    ]
    if value.utf8.count <= OutputPages.pageSize {
      members.append(.init("value", .string(value)))
      if let json = result["json"] { members.append(.init("json", json)) }
    } else {
      members.append(.init("truncated", true))
    }
    return ToolResult(value, members)
  }
}
