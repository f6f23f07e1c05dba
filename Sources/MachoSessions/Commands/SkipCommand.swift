import MachoValues

extension Command {
  package static let skip: Command = .init(
    "skip", usage: ["received", "effects", "\"WHY\""],
    summary: "skip received actions, effects or the rest of a script",
    details: """
      'skip received' applies received actions without asserting them. 'skip effects' cancels the
      effects in flight. Both print what they skipped. 'skip "why"' ends the script as skipped.

        skip received
      """,
    argument: .words(["received", "effects"]), helpGroup: .act, traits: [], transcript: .line
  ) { session, arguments throws(Diagnostic) in
    if arguments.text.hasPrefix("\"") {
      do throws(ValueError) {
        session.directive = .skip(
          try ValueSyntax().read(arguments.text, as: String.self))
        return
      } catch { throw Diagnostic(error, offset: arguments.offset) }
    }
    guard arguments.text == "received" || arguments.text == "effects" else {
      throw skip.usageError("what to skip is missing", at: arguments.range)
    }
    let open = try session.opened()
    session.isFinished = false
    if arguments.text == "received" {
      let transitions = open.queue
      open.queue = []
      for transition in transitions { session.skip(transition, of: open) }
      open.unassertedActions = []
    } else {
      for effect in open.store.cancelEffects() {
        session.events.append(
          .notice("cancelled #\(effect.id) \(effect.name), from \(effect.origin)"))
      }
    }
  }
}

extension Session {
  /// Applies a received action without an assertion, and reports it as skipped.
  func skip(_ transition: StateTransition, of open: OpenStore) {
    let line = open.receiveLine(transition.action)
    _ = apply(transition, as: line, of: open, isSkipped: !open.isIgnored(transition.action))
    if !open.isIgnored(transition.action) { events.append(.notice("skipped " + line)) }
  }

  /// Throws if received actions are unasserted. With 'exhaustive off', skips them.
  func resolveUnassertedActions(of open: OpenStore, before verb: String) throws(Diagnostic) {
    guard !open.queue.isEmpty else { return }
    if isExhaustive {
      throw Diagnostic(
        "unasserted-action",
        open.queue.count == 1
          ? "a received action must be asserted before '\(verb)'"
          : "\(open.queue.count) received actions must be asserted before '\(verb)'",
        notes: open.queue.map { open.receiveLine($0.action) })
    }
    let transitions = open.queue
    open.queue = []
    for transition in transitions { skip(transition, of: open) }
  }
}
