import MachoValues

/// The lines that a script needs to continue from a point of a session.
package struct Checkpoint {
  /// A stub in force: its line with the remaining responses, and its number of calls.
  package struct Stub {
    /// The `stub` line.
    package var line: String
    /// The endpoint's name.
    package var endpoint: String
    /// The pattern of the arguments, as written.
    package var pattern: String
    /// The number of calls so far.
    package var calls: Int
  }

  /// The lines that open the feature in the state, with the settings in force.
  package var lines: [String]
  /// The stubs with their remaining responses.
  package var stubs: [Stub]
}

extension Session {
  /// Returns a checkpoint of the present point. Throws if a script cannot continue from here.
  package func checkpoint() throws(Diagnostic) -> Checkpoint {
    let open = try opened()
    guard stores.all.count == 1, !open.isNamed else {
      throw notSupported("several stores or a named store are open")
    }
    guard open.store.isStateComplete else {
      throw notSupported("'\(open.feature.name)' is an object, which may have hidden state")
    }
    guard open.store.effects.isEmpty, open.queue.isEmpty else {
      throw notSupported(
        "effects are in flight, or received actions are unasserted",
        notes: open.store.effects.map { "\($0.identity): \($0.status)" }
          + open.queue.map { open.receiveLine($0.action) },
        locations: open.store.effects.map(\.location))
    }
    let state = open.syntax.print(open.root)
    guard
      let read = try? open.syntax.read(
        state[...], as: open.feature.stateType, overlaying: open.feature.startState),
      open.store.diff(read, open.scriptState) == nil
    else { throw notSupported("the text of its state does not parse back") }
    var lines = open.context == .preview ? ["context \(open.choice.text)"] : []
    lines += ["feature \(open.feature.name)", "start \(state)"]
    if !settings.isExhaustive { lines.append("exhaustive off") }
    lines += open.ignoreRules.map { "ignore \($0.text)" }
    if let schedule {
      if case .random = schedule.strategy { throw notSupported("a random schedule is in force") }
      lines.append(Schedule.line(Array(schedule.remainingIndices)))
    }
    return Checkpoint(lines: lines, stubs: open.stubs.checkpointStubs)
  }

  /// Returns the stubs of the store in use, each with its number of calls.
  package func checkpointStubs() throws(Diagnostic) -> [Checkpoint.Stub] {
    try opened().stubs.checkpointStubs
  }

  private func notSupported(
    _ reason: String, notes: [String] = [], locations: [CodeLocation] = []
  ) -> Diagnostic {
    Diagnostic(
      "not-supported", "a script cannot begin at that point: \(reason)",
      notes: notes + ["save from another point, or all of it:  save FILE"], locations: locations)
  }
}

extension Session {
  /// The `receive` lines of the unasserted received actions in the store in use.
  package var pendingReceiveLines: [String] {
    open.map { open in open.queue.map { open.receiveLine($0.action) } } ?? []
  }
}

extension StubTable {
  /// The stubs with their remaining responses.
  fileprivate var checkpointStubs: [Checkpoint.Stub] {
    contents.withLock { contents in
      contents.rules.map { rule in
        Checkpoint.Stub(
          line: rule.remainingLine, endpoint: rule.endpoint, pattern: rule.pattern,
          calls: rule.calls)
      }
    }
  }
}

extension StubRule {
  /// The line without the responses already used. The last response repeats.
  fileprivate var remainingLine: String {
    let used = min(calls, responses.count - 1)
    let arguments = Arguments(text: line[...], offset: 0)
    guard used > 0, let arrow = arguments.firstSeparator(of: ["->", " throws ", " pending"]) else {
      return line
    }
    let head = arguments.before(arrow).text
    let isArrow = arrow.text == "->"
    let left = (isArrow ? arguments.after(arrow) : arguments.from(arrow))
      .split(at: ", then ").dropFirst(used).map { String($0.text) }.joined(separator: ", then ")
    let opening = left.hasPrefix("throws ") || left.hasPrefix("pending") ? " " : " -> "
    return head + opening + left
  }
}
