import MachoScripting
import MachoSessions
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
    for script in scripts { try checkPath(script, call.agent) }
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

  /// Throws if a path is not that of a script or a directory. A case is selected by `PATH:LINE`.
  private static func checkPath(_ path: String, _ agent: Agent) throws(ToolFailure) {
    let directory = agent.host.workingDirectory
    guard !path.hasPrefix("-") else {
      throw ToolFailure("bad-arguments", "'\(path)' is not a path")
    }
    do throws(Diagnostic) {
      _ = try DirectoryFiles(directory).destination(path + "/x")
    } catch {
      throw ToolFailure("not-allowed", "'\(path)' is not below the working directory")
    }
    var file = path
    if let colon = path.lastIndex(of: ":"), Int(path[colon...].dropFirst()) != nil {
      file = String(path[..<colon])
    }
    let exists = [path, file].contains {
      ScriptFiles.exists($0.hasPrefix("/") ? $0 : directory + "/" + $0)
    }
    guard !exists else { return }
    throw ToolFailure(
      "no-such-file", "there is no '\(file)' below the working directory",
      candidates: Suggestions.nearest(to: file, among: AgentResources.paths(agent)))
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
