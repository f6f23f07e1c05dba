import MachoValues

extension RunTrace {
  /// What each step caused, as lines for a reader: changes by path, received actions, calls, what is in
  /// flight.
  package var output: [[String]] {
    var state: JSONValue?
    var pending: [StepRecord.Item] = []
    return records.enumerated().map { index, record in
      var lines: [String] = []
      func add(_ text: String?) {
        guard let text, let new = try? JSONValue(parsing: text) else { return }
        if let state {
          lines += JSONPathDifference.all(state, new).map {
            "\($0.path.isEmpty ? "state" : $0.path): \(short($0.base)) \u{2192} \(short($0.head))"
          }
        }
        state = new
      }
      if let refusal = record.refusal { lines.append("refused: \(refusal)") }
      for transition in record.transitions {
        if let received = transition.received { lines.append("receive \(received.text)") }
        add(transition.state)
      }
      add(record.endState)
      lines += record.calls.map { "calls \($0.text)" }
      if let problem = record.problem { lines.append(problem) }
      if record.pending != pending {
        lines.append(
          "in flight: "
            + (record.pending.isEmpty
              ? "nothing" : record.pending.map(\.text).joined(separator: ", ")))
        pending = record.pending
      }
      if index == records.count - 1, let end { lines.append(end) }
      return lines
    }
  }
}

private func short(_ value: JSONValue) -> String {
  let text = value.text
  return text.count <= 120 ? text : text.prefix(119) + "\u{2026}"
}
