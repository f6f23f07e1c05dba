import MachoReporting
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
        "from", .text,
        "A script below the working directory, as PATH or PATH:LINE, whose lines begin each run."),
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
      ToolParameter(
        "keepGoing", .flag, "Go on after a failure, and report all that differ. Default: false."),
      ToolParameter(
        "seconds", .number,
        "The time limit of the call, from 5 to 600. A third of it is left to simplify failures. "
          + "Default: 30."),
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
    let seconds = arguments.number("seconds") ?? 30
    guard (5...600).contains(seconds) else {
      throw ToolFailure("bad-arguments", "'seconds' must be from 5 to 600")
    }
    let from = arguments.text("from")
    if let from { try call.checkScript(from) }
    let directory = try TemporaryOutput()
    defer { directory.remove() }
    let runs = arguments.number("runs") ?? 2000
    var words = ["explore", feature, "--format", "jsonl", "--output", directory.path]
    words += ["--seed", String(arguments.number("seed") ?? 1), "--for", "\(seconds * 2 / 3)s"]
    // As one word each, because a value may begin with '-'.
    words += arguments.texts("invariants").map { "--invariant=" + $0 }
    words += arguments.texts("properties").map { "--property=" + $0 }
    words += arguments.texts("stubs").map { "--stub=" + $0 }
    if let from { words.append("--from=" + from) }
    if let until = arguments.text("until") { words.append("--until=" + until) }
    if let actions = arguments.text("actions") { words.append("--actions=" + actions) }
    if let exclude = arguments.text("exclude") { words.append("--exclude=" + exclude) }
    if let strategy = arguments.text("strategy") { words.append("--strategy=" + strategy) }
    if arguments.flag("races") { words.append("--races") }
    if arguments.flag("keepGoing") { words.append("--keep-going") }
    words.append("--runs=\(runs)")
    if let depth = arguments.number("depth") { words.append("--depth=\(depth)") }
    let run = try call.runCommand(words, limit: .seconds(seconds))
    let limits = ExploreReport.Limits(
      runs: runs, seconds: seconds, keepsGoing: arguments.flag("keepGoing"))
    let report = ExploreReport(
      run, reached: directory.scripts, goal: arguments.text("until"), limits)
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

  /// What may have ended a search.
  struct Limits {
    var runs: Int
    var seconds: Int
    var keepsGoing: Bool
  }

  /// Why a search has ended.
  private enum End: String {
    /// A script reaches the condition.
    case reached
    /// All states were visited.
    case exhausted
    /// A failure was found.
    case failure
    /// All runs were made.
    case runs
    /// A limit of time, states or steps.
    case limit
  }

  init(_ run: AgentHost.CommandResult, reached: [String], goal: String?, _ limits: Limits) {
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
    if !run.errors.isEmpty { lines.append(run.errors) }
    if scripts.isEmpty {
      lines.append(goal.map { "no state with '\($0)' was found" } ?? "no failure was found")
    }
    let (reason, text) = Self.end(run, end, limits)
    lines += [text].filter { !$0.isEmpty } + Self.omissions(end)
    if let number = scripts.indices.last.map({ $0 + 1 }) {
      let numbers = number == 1 ? "1" : "1 to \(number)"
      lines.append("next: call 'save' with a \"path\" and \"finding\": \(numbers)")
    }
    agentReport = AgentReport(
      kind: "explore", text: lines.joined(separator: "\n"),
      facts: [
        .init("kind", "explore"), .init("passed", .bool(run.status == 0)),
        .init("findings", .array(findings)), .init("end", .string(reason.rawValue)),
      ], scripts: scripts)
  }

  /// Returns why a search has ended, for a program and as a sentence.
  private static func end(
    _ run: AgentHost.CommandResult, _ end: JSONValue?, _ limits: Limits
  ) -> (End, String) {
    guard run.status != nil else {
      return (
        .limit,
        "limit: the call was ended after \(counted(limits.seconds, "second")). A failure that was "
          + "being simplified is missing."
      )
    }
    guard let end else { return (.reached, "") }
    if let number = end["states"]?.int {
      let states = counted(number, "state")
      if end["exhausted"]?.bool == true {
        return (.exhausted, "exhausted: all \(states) that can be reached were visited")
      }
      let depth = counted(end["depth"]?.int ?? 0, "step")
      return (.limit, "limit: \(states) were visited, at most \(depth) deep. There are more.")
    }
    let runs = end["runs"]?.int ?? 0
    let size = "\(counted(runs, "run")) with \(counted(end["steps"]?.int ?? 0, "step"))"
    if (end["failures"]?.int ?? 0) > 0, !limits.keepsGoing {
      return (.failure, "stopped at the first failure, after \(size)")
    }
    return runs >= limits.runs
      ? (.runs, "all runs were made: \(size)")
      : (.limit, "limit: the time was over after \(size) of \(limits.runs)")
  }

  /// Returns the actions that were not sent, and the properties that were not evaluated.
  private static func omissions(_ end: JSONValue?) -> [String] {
    let never = (end?["neverSent"]?.array ?? []).compactMap(\.string)
    let omitted = (end?["omitted"]?.array ?? []).map {
      "\($0["label"]?.string ?? "") (\($0["reason"]?.string ?? ""))"
    }
    let unevaluated = (end?["neverEvaluated"]?.array ?? []).map {
      "never evaluated: \($0["property"]?.string ?? "") (\($0["reason"]?.string ?? ""))"
    }
    return unevaluated + (never.isEmpty ? [] : ["never sent: \(never.joined(separator: ", "))"])
      + (omitted.isEmpty ? [] : ["not sent: \(omitted.joined(separator: ", "))"])
  }
}
