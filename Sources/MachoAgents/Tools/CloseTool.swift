import MachoValues

extension AgentTool {
  static let close = AgentTool(
    "close", title: "Close a session",
    "Ends a session and its process. Its handle becomes invalid, and its unsaved lines are lost.",
    [.session],
    Hints(isIdempotent: true)
  ) { call throws(ToolFailure) in
    let session = try call.openSession()
    session.close()
    return ToolResult("closed \(session.handle)", [.init("session", .string(session.handle))])
  }
}
