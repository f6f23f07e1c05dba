import MachoReporting
import MachoValues

extension AgentTool {
  static let compare = AgentTool(
    "compare", title: "Compare behaviour with another version",
    """
    Says what features do differently from a revision of the repository, or what a feature does differently \
    from another one. Runs the scripts of the working directory and random runs on both sides. Each \
    difference is a short script with its cause. The first comparison with a revision builds it, which can \
    take minutes.
    """,
    [
      ToolParameter(
        "features", .texts, "The names of features. Default: all that both sides have."),
      ToolParameter("base", .text, "The revision of the base, such as 'main' or 'HEAD~1'."),
      ToolParameter(
        "with", .text, "Instead of 'base': the name of another feature, the base of one feature."),
      ToolParameter(
        "properties", .texts,
        "Lines that are checked on both sides, such as 'always count >= 0'."),
      ToolParameter(
        "accept", .text, "The path of a file of intended differences, which are only counted."),
      ToolParameter("runs", .number, "The number of runs of each feature. Default: no limit."),
      ToolParameter("depth", .number, "The maximum number of steps of a run. Default: 50."),
      ToolParameter("seed", .number, "The seed of the random choices. Default: 1."),
      ToolParameter(
        "seconds", .number, "How long to make runs of each feature. Default: 20. At most 600."),
      .cursor,
    ],
    Hints(isIdempotent: true)
  ) { call throws(ToolFailure) in
    let arguments = call.arguments
    let features = arguments.texts("features")
    // Reports an unknown feature with candidates.
    for name in features + [arguments.text("with")].compactMap(\.self) {
      _ = try call.agent.features(name)
    }
    guard call.agent.host.subcommands.contains("compare") else {
      throw ToolFailure("not-supported", "this driver has no subcommand 'compare': update macho")
    }
    let seconds = min(max(arguments.number("seconds") ?? 20, 1), 600)
    var words = ["compare"] + features + ["--format", "jsonl"]
    words += ["--seed", String(arguments.number("seed") ?? 1), "--for", "\(seconds)s"]
    // As one word each, because a value may begin with '-'.
    words += arguments.texts("properties").map { "--property=" + $0 }
    for name in ["base", "with", "accept"] {
      if let value = arguments.text(name) { words.append("--\(name)=" + value) }
    }
    for name in ["runs", "depth"] {
      if let value = arguments.number(name) { words.append("--\(name)=\(value)") }
    }
    // The build of the base, and simplifying differences, take time beside the runs.
    let run = try call.runCommand(words, limit: .seconds(seconds * max(features.count, 1) + 1_200))
    if run.status == 2 {
      var failure = ToolFailure("cannot-compare", "the sides cannot be compared")
      failure.output = ["error: the sides cannot be compared", run.errors]
      throw failure
    }
    let report = compareReport(run)
    call.agent.keep(report)
    return ToolResult(report.text, report.facts)
  }

  /// The report of `macho compare`, from its JSON lines.
  private static func compareReport(_ run: AgentHost.CommandResult) -> AgentReport {
    var lines: [String] = []
    var differences: [JSONValue] = []
    var scripts: [String] = []
    func events(_ name: String) -> [JSONValue] {
      run.events.filter { $0["event"]?.string == name }
    }
    let types = events("types").flatMap { $0["differences"]?.array ?? [] }
    if !types.isEmpty { lines.append("types that changed:") }
    lines += types.compactMap(\.string).map { "  " + $0 }
    for found in events("difference") {
      let script = found["script"]?.string ?? ""
      scripts.append(script)
      let texts = ["feature", "kind", "cause", "message"].map { found[$0]?.string ?? "" }
      lines += [
        "difference \(scripts.count), \(texts[0]): \(texts[3])",
        "\(texts[1]), \(texts[2]), in \(counted(found["runs"]?.int ?? 0, "run"))", script,
      ]
      differences.append([
        "number": .integer(scripts.count), "feature": .string(texts[0]), "kind": .string(texts[1]),
      ])
    }
    let ends = events("finished")
    for end in ends {
      let numbers = (end.object ?? []).filter { $0.value.int != nil }
      lines.append(
        "\(end["feature"]?.string ?? ""): "
          + numbers.map { "\($0.key): \($0.value.int ?? 0)" }.joined(separator: ", "))
    }
    if run.status == nil { lines.append("the comparison was killed: it took too long") }
    if !run.errors.isEmpty { lines.append(run.errors) }
    if run.status == 0 { lines.append("no difference was found") }
    for number in scripts.indices.map({ $0 + 1 }) {
      lines.append("next: call 'save' with \"finding\": \(number) and a \"path\"")
    }
    return AgentReport(
      kind: "compare", text: lines.joined(separator: "\n"),
      facts: [
        .init("kind", "compare"), .init("passed", .bool(run.status == 0)),
        .init("differences", .array(differences)), .init("types", .integer(types.count)),
      ], scripts: scripts)
  }
}
