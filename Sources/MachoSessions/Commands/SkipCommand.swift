import MachoValues

extension Command {
  static let skip: Command = .init(
    "skip", usage: ["received", "effects", "\"WHY\""],
    summary: "leave received actions, effects or the rest of a script out",
    details: """
      'skip received' takes what was received without asserting it, 'skip effects' cancels what
      runs; both say what they skipped. 'skip "why"' ends the script as skipped.

        skip received
      """,
    argument: .words(["received", "effects"])
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
      let steps = open.queue
      open.queue = []
      for step in steps { session.skip(step, of: open) }
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
  /// Takes a received action that nobody asserts, and says so.
  func skip(_ step: StateTransition, of open: OpenStore) {
    let line = open.receiveLine(step.action)
    _ = apply(step, as: line, of: open, isSkipped: !open.isIgnored(step.action))
    if !open.isIgnored(step.action) { events.append(.notice("skipped " + line)) }
  }

  /// Refuses to go on while received actions have not been named, or skips them where nothing is
  /// exhaustive.
  func resolveUnassertedActions(of open: OpenStore, before verb: String) throws(Diagnostic) {
    guard !open.queue.isEmpty else { return }
    if isExhaustive {
      throw Diagnostic(
        "unreceived",
        open.queue.count == 1
          ? "a received action has to be named before '\(verb)'"
          : "\(open.queue.count) received actions have to be named before '\(verb)'",
        notes: open.queue.map { open.receiveLine($0.action) })
    }
    let steps = open.queue
    open.queue = []
    for step in steps { skip(step, of: open) }
  }
}
