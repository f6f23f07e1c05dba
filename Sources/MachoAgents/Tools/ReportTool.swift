import MachoValues

extension AgentTool {
  static let report = AgentTool(
    "report", title: "Test scripts, or read the last report",
    """
    Runs scripts below the working directory as 'macho test' does, and returns the report. Without \
    'scripts', returns the last report of 'explore', 'compare' or 'report' again.
    """,
    [
      ToolParameter("scripts", .texts, "Scripts or directories below the working directory."),
      .cursor,
    ],
    Hints(isReadOnly: true, isIdempotent: true)
  ) { call throws(ToolFailure) in
    let scripts = call.arguments.texts("scripts")
    guard !scripts.isEmpty else {
      guard let report = call.agent.report else {
        throw ToolFailure("no-report", "no report yet: call 'explore', or pass 'scripts'")
      }
      return ToolResult(report.text, report.facts)
    }
    for script in scripts { try call.checkScript(script) }
    let run = try call.runCommand(["test", "--format", "jsonl"] + scripts, limit: .seconds(300))
    let report = TestReport(run)
    guard report.hasScripts || run.status == nil else {
      var failure = ToolFailure("no-such-file", "no script was found")
      failure.notes = [run.errors.isEmpty ? "the directories contain no scripts" : run.errors]
      throw failure
    }
    call.agent.keep(report.agentReport)
    return ToolResult(report.text, report.facts)
  }
}

extension ToolCall {
  /// Runs a subcommand of this executable.
  func runCommand(
    _ arguments: [String], limit: Duration
  ) throws(ToolFailure) -> AgentHost.CommandResult {
    do throws(AgentHost.Failure) {
      return try agent.host.runCommand(arguments, limit, cancellation)
    } catch {
      throw ToolFailure("failed", error.message)
    }
  }
}
