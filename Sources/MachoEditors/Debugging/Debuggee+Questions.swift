import MachoReporting
import MachoScripting
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
    let isCommand = (try? Line(parsing: text))?.command != nil
    guard isCommand, message["mayChange"]?.bool ?? false else { return view.value(of: text) }
    guard let run else { return .null }
    let outcome = run.session.run(text)
    let output = OutcomeFormatter.lines(for: outcome)
    if outcome.failure == nil, !outcome.has(.readsState) {
      let intervention = DebugIntervention(position: run.position, .line(text))
      interventions.append(intervention)
      send(["type": "intervention", "value": intervention.json])
    }
    // As in `--debug`: what a script would have to assert next.
    let received = run.session.pendingReceiveLines.map { "not asserted:  " + $0 }
    return [
      "value": .string((output + received).joined(separator: "\n")),
      "failed": .bool(outcome.failure != nil),
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
    let outcome = run.session.run(line)
    if let failure = outcome.failure {
      return ["error": .string("\(failure.code): \(failure.message)")]
    }
    let intervention = DebugIntervention(position: run.position, .line(line))
    interventions.append(intervention)
    send(["type": "intervention", "value": intervention.json])
    return ["line": .string(line)]
  }
}
