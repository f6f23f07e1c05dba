import MachoValues

/// The lines that a script needs to continue from a point of a session.
package struct Checkpoint {
  /// A stub in force: its line with the remaining responses, and its number of calls.
  package struct Stub {
    /// The `stub` line. `nil` if a value of it has no text that parses back.
    package var line: Line?
    /// The endpoint's name.
    package var endpoint: String
    /// The pattern of the arguments, as written.
    package var pattern: String
    /// The number of calls so far.
    package var calls: Int
  }

  /// The context, if a `context` line is needed.
  package var context: ContextChoice?
  /// The lines that open the feature in the state.
  package var opening: [Line]
  /// Whether received actions must be asserted.
  package var isExhaustive: Bool
  /// The lines of the other settings in force.
  package var settings: [Line]
  /// The stubs with their remaining responses.
  package var stubs: [Stub]

  /// The lines that open the feature in the state, with the settings in force.
  package var lines: [Line] {
    (context.map { [Line(.context, $0.text)] } ?? []) + linesWithoutContext
  }

  /// `lines` without a `context` line.
  package var linesWithoutContext: [Line] {
    opening + (isExhaustive ? [] : [Line(.exhaustive, "off")]) + settings
  }

  /// Returns the lines of some of the stubs. Throws if one has no text.
  package static func lines(of stubs: [Stub]) throws(Diagnostic) -> [Line] {
    var lines: [Line] = []
    for stub in stubs {
      guard let line = stub.line else {
        throw Session.notSupported(
          "a response of \(stub.endpoint)\(stub.pattern) has no text that parses back")
      }
      lines.append(line)
    }
    return lines
  }
}

extension Session {
  /// Returns a checkpoint of the present point. Throws if a script cannot continue from here.
  package func checkpoint() throws(Diagnostic) -> Checkpoint {
    let open = try opened()
    guard stores.all.count == 1, !open.isNamed else {
      throw Self.notSupported("several stores or a named store are open")
    }
    guard open.store.isStateComplete else {
      throw Self.notSupported("'\(open.feature.name)' is an object, which may have hidden state")
    }
    guard open.store.effects.isEmpty, open.queue.isEmpty else {
      throw Self.notSupported(
        "effects are in flight, or received actions are unasserted",
        notes: open.store.effects.map { "\($0.identity): \($0.status)" }
          + open.queue.map { open.receiveLine($0.action).text },
        locations: open.store.effects.map(\.location))
    }
    let state = open.syntax.print(open.root)
    guard
      let read = try? open.syntax.read(
        state[...], as: open.feature.stateType, overlaying: open.feature.startState),
      open.store.change(from: read, to: open.scriptState) == nil
    else { throw Self.notSupported("the text of its state does not parse back") }
    var lines = open.ignoreRules.map { Line(.ignore, $0.text) }
    lines += open.monitor.properties.map(\.line)
    if let schedule {
      if case .random = schedule.strategy {
        throw Self.notSupported("a random schedule is in force")
      }
      lines.append(Schedule.line(Array(schedule.remainingIndices)))
    }
    return Checkpoint(
      context: open.context == .preview ? open.choice : nil,
      opening: [Line(.feature, open.feature.name), Line(.start, state)],
      isExhaustive: settings.isExhaustive, settings: lines,
      stubs: open.stubs.checkpointStubs(open.syntax))
  }

  /// Returns the stubs of the store in use, each with its number of calls.
  package func checkpointStubs() throws(Diagnostic) -> [Checkpoint.Stub] {
    let open = try opened()
    return open.stubs.checkpointStubs(open.syntax)
  }

  fileprivate static func notSupported(
    _ reason: String, notes: [String] = [], locations: [CodeLocation] = []
  ) -> Diagnostic {
    Diagnostic(
      "not-supported", "a script cannot begin at that point: \(reason)",
      notes: notes + ["save from another point, or all of it:  save FILE"], locations: locations)
  }
}

extension Session {
  /// The `receive` lines of the unasserted received actions in the store in use.
  package var pendingReceiveLines: [Line] {
    open.map { open in open.queue.map { open.receiveLine($0.action) } } ?? []
  }
}

extension StubTable {
  /// The stubs with their remaining responses.
  fileprivate func checkpointStubs(_ syntax: ValueSyntax) -> [Checkpoint.Stub] {
    contents.withLock { contents in
      contents.rules.map { rule in
        Checkpoint.Stub(
          line: rule.remainingLine(syntax), endpoint: rule.endpoint.name, pattern: rule.pattern,
          calls: rule.calls)
      }
    }
  }
}

extension StubRule {
  /// The line without the responses already used. The last response repeats.
  fileprivate func remainingLine(_ syntax: ValueSyntax) -> Line? {
    ResponsePrinter(syntax: syntax).stubLine(
      call, Array(responses.dropFirst(min(calls, responses.count - 1))),
      of: endpoint)
  }
}
