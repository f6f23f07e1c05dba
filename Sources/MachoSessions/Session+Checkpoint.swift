import MachoValues

/// What a script has to say before it can go on from a point.
package struct Checkpoint {
  /// A stub in force: its line with the responses that are left, and how often it was called.
  package struct Stub {
    /// The `stub` line's arguments.
    package var line: String
    /// What it answers for.
    package var endpoint: String
    /// The arguments that it answers, as they are written.
    package var pattern: String
    /// How many calls it has answered.
    package var calls: Int
  }

  /// The lines that open the feature in the state, with the settings that are in force.
  package var lines: [String]
  /// The stubs as they answer from there on.
  package var stubs: [Stub]
}

extension Session {
  /// What a script has to say to go on from here; an error where none can.
  package func checkpoint() throws(Diagnostic) -> Checkpoint {
    let open = try opened()
    guard stores.count == 1, !open.isNamed else {
      throw notSupported("several stores are open, or one with a name of its own")
    }
    guard open.store.isStateComplete else {
      throw notSupported("'\(open.feature.name)' is an object, which may know more than it shows")
    }
    guard open.store.effects.isEmpty, open.queue.isEmpty else {
      throw notSupported(
        "effects run there, or have sent what nobody has named",
        notes: open.store.effects.map { "\($0.identity): \($0.status)" }
          + open.queue.map { open.receiveLine($0.action) })
    }
    let state = open.syntax.print(open.root)
    guard
      let read = try? open.syntax.read(
        state[...], as: open.feature.stateType, overlaying: open.feature.startState),
      open.store.diff(read, open.scriptState) == nil
    else { throw notSupported("its state has no text that reads back") }
    var lines = open.context == .preview ? ["context preview"] : []
    lines += ["feature \(open.feature.name)", "start \(state)"]
    if !isExhaustive { lines.append("exhaustive off") }
    lines += open.ignoreRules.map { "filter \($0.text)" }
    return Checkpoint(lines: lines, stubs: open.stubs.checkpointStubs)
  }

  /// The stubs of the store in use, with how often each was called.
  package func checkpointStubs() throws(Diagnostic) -> [Checkpoint.Stub] {
    try opened().stubs.checkpointStubs
  }

  private func notSupported(_ why: String, notes: [String] = []) -> Diagnostic {
    Diagnostic(
      "not-supported", "a script cannot begin at that point: \(why)",
      notes: notes + ["save from another point, or all of it:  save FILE"])
  }
}

extension Session {
  /// The lines that name the received actions that wait to be named, in the store in use.
  package var pendingReceiveLines: [String] {
    open.map { open in open.queue.map { open.receiveLine($0.action) } } ?? []
  }
}

extension StubTable {
  /// The stubs as they answer from now on.
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
  /// The line without the responses that were given already; the last one repeats.
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
