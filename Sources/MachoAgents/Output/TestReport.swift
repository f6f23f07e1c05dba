import MachoValues

/// The report of `macho test`, from its JSON lines.
struct TestReport {
  let text: String
  let facts: [JSONValue.Member]
  let hasPassed: Bool
  /// Whether a script was found, even if it does not parse.
  let hasScripts: Bool
  /// The first failure of the first script: its line, its code and what a report prints below the line.
  /// `nil` if there is none.
  private(set) var failure: (line: Int?, code: String?, message: String, report: [String])?

  init(_ run: AgentHost.CommandResult) {
    let events = run.events
    let scripts = events.filter { $0["event"]?.string == "script" }
    hasPassed = run.status == 0
    hasScripts = !scripts.isEmpty
    var lines: [String] = []
    for script in scripts {
      let path = script["path"]?.string ?? ""
      let status = script["status"]?.string ?? ""
      lines.append("\(status) \(path)")
      lines += (script["report"]?.array ?? []).compactMap(\.string)
    }
    if !run.errors.isEmpty { lines.append(run.errors) }
    let counts = events.last(where: { $0["event"]?.string == "end" })?["counts"]?.object ?? []
    if !counts.isEmpty {
      lines.append(counts.map { "\($0.key): \($0.value.int ?? 0)" }.joined(separator: ", "))
    }
    if run.status == nil { lines.append("the run was killed: it took too long") }
    text = lines.joined(separator: "\n")
    facts = [
      .init("kind", "test"), .init("passed", .bool(hasPassed)), .init("counts", .object(counts)),
    ]
    if let script = scripts.first, !hasPassed {
      let first = script["failures"]?.array?.first
      failure = (
        first?["line"]?.int, first?["code"]?.string,
        script["message"]?.string ?? script["status"]?.string ?? "",
        (first?["report"]?.array ?? []).compactMap(\.string)
      )
    }
  }

  var agentReport: AgentReport { AgentReport(kind: "test", text: text, facts: facts) }
}

extension AgentHost.CommandResult {
  /// The JSON lines of the output.
  var events: [JSONValue] {
    output.split(separator: "\n").compactMap { try? JSONValue(parsing: String($0)) }
  }
}
