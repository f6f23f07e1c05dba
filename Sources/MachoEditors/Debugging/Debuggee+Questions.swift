import MachoReporting
import MachoSessions
import MachoValues

// What the adapter asks while the script is stopped.

extension Debuggee {
  func answer(_ message: JSONValue) -> JSONValue {
    guard let run else { return .null }
    let view = DebuggedState(run)
    switch message["kind"]?.string {
    case "scopes": return view.scopes
    case "variables":
      return view.variables(
        in: message["scope"]?.string ?? "",
        range: message["start"]?.int.flatMap { start in
          message["end"]?.int.map { start..<$0 }
        })
    case "evaluate": return evaluate(message, view)
    case "set": return set(message, view)
    case "complete":
      return .array(
        run.session.completions(
          of: message["text"]?.string ?? "", at: message["column"]?.int ?? 0
        ).map {
          [
            "text": .string($0.text), "start": .integer($0.replacing.lowerBound),
            "length": .integer($0.replacing.count), "detail": .string($0.detail),
          ]
        })
    default: return .null
    }
  }

  /// Evaluates a path, or runs a line if it begins with a verb.
  private func evaluate(_ message: JSONValue, _ view: DebuggedState) -> JSONValue {
    let text = message["text"]?.string ?? ""
    let line = Line(text)
    guard line.command != nil, message["mayChange"]?.bool ?? false else {
      return view.value(of: text)
    }
    guard let run else { return .null }
    let (outcomes, failure) = run.run(line)
    var output = outcomes.flatMap { OutcomeFormatter.lines(for: $0) }
    // A script that cannot be sourced has no outcome.
    if let failure, outcomes.allSatisfy({ $0.failure == nil }) {
      output += OutcomeFormatter.lines(for: Outcome(text: "", failure: failure))
    }
    if let first = outcomes.first, first.failure == nil, !first.has(.readsState) {
      record(line, run)
    }
    // As in `--debug`: what a script would have to assert next.
    let received = run.session.pendingReceiveLines.map { "not asserted:  " + $0.text }
    return [
      "value": .string((output + received).joined(separator: "\n")),
      "failed": .bool(failure != nil),
    ]
  }

  /// Sets a part of the state, with a `start` line, or a name, with a `let` line.
  private func set(_ message: JSONValue, _ view: DebuggedState) -> JSONValue {
    guard let run,
      let line = view.line(
        setting: message["name"]?.string ?? "", in: message["scope"]?.string ?? "",
        range: message["start"]?.int.flatMap { start in
          message["end"]?.int.map { start..<$0 }
        }, to: message["value"]?.string ?? "")
    else { return ["error": "only the state and the names can be set"] }
    if let failure = run.run(line).failure {
      return ["error": .string("\(failure.code): \(failure.message)")]
    }
    record(line, run)
    return ["line": .string(line.text)]
  }

  /// Records a line that has run, so that going back repeats it.
  private func record(_ line: Line, _ run: DebuggedRun) {
    let intervention = DebugIntervention(position: run.position, .line(line))
    interventions.append(intervention)
    send(["type": "intervention", "value": intervention.json])
  }
}
