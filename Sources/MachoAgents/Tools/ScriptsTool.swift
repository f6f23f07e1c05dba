import MachoScripting
import MachoSessions
import MachoValues

extension AgentTool {
  static let scripts = AgentTool(
    "scripts", title: "List, read, check and update scripts",
    """
    'list' names the scripts below the working directory, 'read' returns one, and 'check' returns errors of \
    syntax and types without running scripts. 'update' runs scripts and returns the differences between their \
    expected and actual output, which it writes beside the scripts. They change only when 'accept' is called, \
    after the user has agreed; 'reject' drops the differences.
    """,
    [
      ToolParameter(
        "operation", .word(ScriptOperation.allCases.map(\.rawValue)), required: true,
        "What to do."),
      ToolParameter(
        "scripts", .texts,
        "Scripts or directories below the working directory. Default of 'list' and 'check': all."),
      .cursor,
    ],
    Hints(isDestructive: true)
  ) { call throws(ToolFailure) in
    let name = call.arguments.text("operation") ?? ""
    let operation = ScriptOperation(rawValue: name) ?? .list
    let scripts = call.arguments.texts("scripts")
    for script in scripts { try call.checkScript(script) }
    guard !scripts.isEmpty || operation.hasDefault else {
      throw ToolFailure("bad-arguments", "'\(name)' requires 'scripts'")
    }
    return switch operation {
    case .list: list(call, scripts)
    case .read: try read(call, scripts)
    case .check, .accept, .reject: try subcommand([name] + scripts, call)
    case .update: try update(call, scripts)
    }
  }

  private static func list(_ call: ToolCall, _ scripts: [String]) -> ToolResult {
    let paths = AgentResources.paths(call.agent, below: scripts)
    return ToolResult(
      paths.isEmpty ? "no scripts" : paths.joined(separator: "\n"),
      [.init("count", .integer(paths.count))])
  }

  private static func read(
    _ call: ToolCall, _ scripts: [String]
  ) throws(ToolFailure) -> ToolResult {
    let files = DirectoryFiles(call.agent.host.workingDirectory)
    var texts: [String] = []
    for script in scripts {
      do { texts.append(try files.contents(of: script)) } catch {
        throw ToolFailure("unreadable", "\(error)")
      }
    }
    return ToolResult(texts.joined(separator: "\n"), [])
  }

  private static func update(
    _ call: ToolCall, _ scripts: [String]
  ) throws(ToolFailure) -> ToolResult {
    let test = TestReport(
      try call.runCommand(
        ["test", "--review=all", "--format", "jsonl"] + scripts, limit: .seconds(300)))
    let review = try call.runCommand(["review"] + scripts, limit: .seconds(60))
    // Without pending expectations, 'review' finds nothing.
    guard review.status == 3 else {
      return ToolResult(test.text, test.facts, isError: !test.hasPassed)
    }
    return ToolResult(
      """
      \(review.output)
      next: ask the user, and call 'scripts' with "operation": "accept" or "reject"
      """, test.facts + [.init("pending", true)])
  }

  /// Runs a subcommand that prints what it did.
  private static func subcommand(
    _ arguments: [String], _ call: ToolCall
  ) throws(ToolFailure) -> ToolResult {
    let run = try call.runCommand(arguments, limit: .seconds(60))
    return ToolResult(
      [run.output, run.errors].filter { !$0.isEmpty }.joined(separator: "\n"),
      [.init("passed", .bool(run.status == 0))], isError: run.status != 0)
  }
}

/// What the tool `scripts` does. Most are subcommands.
private enum ScriptOperation: String, CaseIterable {
  case list, read, check, update, accept, reject

  var hasDefault: Bool { self == .list || self == .check }
}
