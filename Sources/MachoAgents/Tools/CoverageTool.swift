import MachoScripting
import MachoValues

extension AgentTool {
  static let coverage = AgentTool(
    "coverage", title: "Say what scripts do not reach",
    """
    Runs scripts below the working directory as tests, and lists the actions, states, effects and outcomes of \
    stubs that they do not reach, for each feature that they open.
    """,
    [
      ToolParameter(
        "scripts", .texts,
        "Scripts or directories below the working directory. Default: all scripts."), .cursor,
    ],
    Hints(isReadOnly: true, isIdempotent: true)
  ) { call throws(ToolFailure) in
    let scripts = call.arguments.texts("scripts")
    for script in scripts { try call.checkScript(script) }
    let directory = try TemporaryOutput()
    defer { directory.remove() }
    let file = directory.path + "/coverage.json"
    let run = try call.runCommand(["test", "--coverage=\(file)"] + scripts, limit: .seconds(300))
    let reached = reachedActions(in: file)
    guard run.status == nil || !reached.isEmpty else {
      var failure = ToolFailure("no-coverage", "no script has opened a feature")
      failure.notes = [run.output, run.errors].filter { !$0.isEmpty }
      throw failure
    }
    let output = [run.output, run.errors].filter { !$0.isEmpty }.joined(separator: "\n")
    return ToolResult(
      output + (run.status == nil ? "\nthe run was killed: it took too long" : ""),
      [
        .init("kind", "coverage"), .init("passed", .bool(run.status == 0)),
        .init("features", .array(reached)),
      ])
  }

  /// Returns how many actions of each feature were reached, from the report as JSON.
  private static func reachedActions(in file: String) -> [JSONValue] {
    guard let bytes = try? ScriptFiles.read(file),
      let report = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    else { return [] }
    return (report["features"]?.array ?? []).map { feature in
      let actions = feature["actions"]?.array ?? []
      let reached = actions.filter { action in
        ["sent", "received"].contains { (action[$0]?.int ?? 0) > 0 }
      }
      return [
        "feature": feature["feature"] ?? .null, "actions": .integer(actions.count),
        "reached": .integer(reached.count),
      ]
    }
  }
}
