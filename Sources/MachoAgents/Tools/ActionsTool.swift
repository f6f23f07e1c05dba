import MachoValues

extension AgentTool {
  static let actions = AgentTool(
    "actions", title: "List actions",
    """
    Lists the actions of a session's feature as lines to run, and completes a beginning of a line with \
    values of the present state, for example the ids of rows.
    """,
    [
      .session,
      ToolParameter("line", .text, "The beginning of a line, such as 'send rows[id: '."), .cursor,
    ],
    Hints(isReadOnly: true, isIdempotent: true)
  ) { call throws(ToolFailure) in
    let session = JSONValue.Member("session", .string(call.session?.handle ?? ""))
    if let line = call.arguments.text("line") {
      let lines = try completions(of: line, call)
      return ToolResult(
        lines.isEmpty ? "nothing completes '\(line)'" : lines.joined(separator: "\n"),
        [session, .init("count", .integer(lines.count))])
    }
    guard let name = try featureName(call) else {
      throw ToolFailure("no-feature", "no feature is open: run 'feature NAME'")
    }
    let actions = try call.agent.features(name).first.map(FeatureSummary.init)?.actions ?? []
    let text = actions.map { action in
      "send \(action.signature)" + (action.summary.isEmpty ? "" : "  \(action.summary)")
    }
    return ToolResult(
      text.joined(separator: "\n"), [session, .init("count", .integer(actions.count))])
  }

  private static func completions(
    of line: String, _ call: ToolCall
  ) throws(ToolFailure) -> [String] {
    let result = try call.callSession("complete", [.init("line", .string(line))])
    return NextLines.completions(of: line, result)
  }

  /// The feature that the session has open now.
  private static func featureName(_ call: ToolCall) throws(ToolFailure) -> String? {
    // Reports the status of a session whose process has ended.
    _ = try call.callSession("complete", [.init("line", "")])
    guard case .result(let result)? = call.session?.callConnection("sessions") else { return nil }
    return result["sessions"]?.array?.first?["feature"]?.string
  }
}
