import Foundation
import MachoScripting
import MachoSystem
import MachoValues

extension AgentTool {
  static let explore = AgentTool(
    "explore", title: "Search for failures",
    """
    Sends random actions to a feature in processes of their own, and reports crashes, hangs, endless \
    effects, reported issues and conditions that do not hold. Each failure is a short script. What is odd \
    and may be intended is a suspicion. 'until' instead searches for the shortest script that reaches a \
    state.
    """,
    [
      ToolParameter("feature", .text, required: true, "The name of a feature."),
      ToolParameter(
        "invariants", .texts, "Conditions that must hold after each step, such as 'count >= 0'."),
      ToolParameter(
        "properties", .texts,
        "Lines that must be true of all behaviour, such as 'isLoading leads to not isLoading'. 'intended "
          + "KIND SUBJECT' says that a suspicion is intended."),
      ToolParameter("until", .text, "A condition to reach, such as 'big == 4'."),
      ToolParameter(
        "stubs", .texts, "Stubs that are in force in each run, as for the verb 'stub'."),
      ToolParameter(
        "actions", .text, "Only send actions whose names match this regular expression."),
      ToolParameter(
        "exclude", .text, "Do not send actions whose names match this regular expression."),
      ToolParameter(
        "strategy", .text,
        "The orders of ready jobs that runs are repeated in: fifo, random, pct:D, dfs:N, portfolio. "
          + "Default: portfolio."),
      ToolParameter(
        "races", .flag, "Report a final state that depends on the order of ready jobs."),
      ToolParameter("runs", .number, "The number of runs. Default: 2000."),
      ToolParameter("depth", .number, "The maximum number of steps of a run. Default: 50."),
      ToolParameter(
        "seed", .number, "The seed. The same seed finds the same failures. Default: 1."),
      ToolParameter("seconds", .number, "The time limit. Default: 30. At most 600."),
      .cursor,
    ],
    Hints(isReadOnly: true, isIdempotent: true)
  ) { call throws(ToolFailure) in
    let arguments = call.arguments
    let feature = arguments.text("feature") ?? ""
    // Reports an unknown feature with candidates.
    _ = try call.agent.features(feature)
    guard call.agent.host.subcommands.contains("explore") else {
      throw ToolFailure("not-supported", "this driver has no subcommand 'explore': update macho")
    }
    let directory = try TemporaryOutput()
    defer { directory.remove() }
    let seconds = min(max(arguments.number("seconds") ?? 30, 1), 600)
    var words = ["explore", feature, "--format", "jsonl", "--output", directory.path]
    words += ["--seed", String(arguments.number("seed") ?? 1), "--for", "\(seconds)s"]
    // As one word each, because a value may begin with '-'.
    words += arguments.texts("invariants").map { "--invariant=" + $0 }
    words += arguments.texts("properties").map { "--property=" + $0 }
    words += arguments.texts("stubs").map { "--stub=" + $0 }
    if let until = arguments.text("until") { words.append("--until=" + until) }
    if let actions = arguments.text("actions") { words.append("--actions=" + actions) }
    if let exclude = arguments.text("exclude") { words.append("--exclude=" + exclude) }
    if let strategy = arguments.text("strategy") { words.append("--strategy=" + strategy) }
    if arguments.flag("races") { words.append("--races") }
    words.append("--runs=\(arguments.number("runs") ?? 2000)")
    if let depth = arguments.number("depth") { words.append("--depth=\(depth)") }
    // Simplifying a failure takes time after the limit of the search.
    let run = try call.runCommand(words, limit: .seconds(seconds + 60))
    let report = ExploreReport(run, reached: directory.scripts, goal: arguments.text("until"))
    if run.status == 2 {
      var failure = ToolFailure("bad-arguments", "the exploration did not start")
      failure.output = ["error: the exploration did not start", run.errors]
      throw failure
    }
    call.agent.keep(report.agentReport)
    return ToolResult(report.text, report.facts)
  }
}

/// The report of `macho explore`, from its JSON lines and scripts.
private struct ExploreReport {
  let agentReport: AgentReport
  var text: String { agentReport.text }
  var facts: [JSONValue.Member] { agentReport.facts }

  init(_ run: AgentHost.CommandResult, reached: [String], goal: String?) {
    let found = run.events.filter { ["finding", "suspicion"].contains($0["event"]?.string) }
    let end = run.events.last { ["finished", "searched"].contains($0["event"]?.string) }
    var lines: [String] = []
    var findings: [JSONValue] = []
    var scripts: [String] = []
    for finding in found {
      let script = finding["script"]?.string ?? ""
      scripts.append(script)
      let kind = finding["kind"]?.string ?? ""
      let message = finding["message"]?.string ?? ""
      let isSuspicion = finding["event"]?.string == "suspicion"
      let title = isSuspicion ? "suspicion" : "failure"
      lines += ["\(title) \(scripts.count), \(kind): \(message)", script]
      findings.append([
        "number": .integer(scripts.count), "kind": .string(kind), "isSuspicion": .bool(isSuspicion),
      ])
    }
    if goal != nil, found.isEmpty {
      for script in reached {
        scripts.append(script)
        lines += ["script \(scripts.count) reaches the condition:", script]
        findings.append(["number": .integer(scripts.count), "kind": "reached"])
      }
    }
    if let end {
      lines.append(
        (end.object ?? []).filter { $0.value.int != nil }
          .map { "\($0.key): \($0.value.int ?? 0)" }.joined(separator: ", "))
    }
    if run.status == nil { lines.append("the exploration was killed: it took too long") }
    if !run.errors.isEmpty { lines.append(run.errors) }
    if scripts.isEmpty {
      lines.append(goal.map { "no state with '\($0)' was found" } ?? "no failure was found")
    }
    for number in scripts.indices.map({ $0 + 1 }) {
      lines.append("next: call 'save' with \"finding\": \(number) and a \"path\"")
    }
    agentReport = AgentReport(
      kind: "explore", text: lines.joined(separator: "\n"),
      facts: [
        .init("kind", "explore"), .init("passed", .bool(run.status == 0)),
        .init("findings", .array(findings)),
      ], scripts: scripts)
  }
}

/// A directory for the scripts of one exploration.
private struct TemporaryOutput {
  let path: String

  init() throws(ToolFailure) {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("macho-mcp-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch {
      throw ToolFailure("failed", "\(FileError("create", url.path, error))")
    }
    path = url.path
  }

  /// The texts of the scripts.
  var scripts: [String] {
    ScriptFiles.find([path]).files.compactMap { file in
      (try? ScriptFiles.read(file)).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
