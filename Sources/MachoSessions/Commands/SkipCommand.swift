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
  ) { context, arguments throws(Diagnostic) in
    if arguments.text.hasPrefix("\"") {
      do throws(ValueError) {
        return context.direct(.skip(try ValueSyntax().read(arguments.text, as: String.self)))
      } catch { throw Diagnostic(error, offset: arguments.offset) }
    }
    guard arguments.text == "received" || arguments.text == "effects" else {
      throw skip.usageError(
        arguments.isEmpty
          ? "what to skip is missing" : "only received actions, effects or a reason can be skipped",
        at: arguments.range)
    }
    let open = try context.opened()
    context.setFinished(false)
    if arguments.text == "received" {
      context.report(open.skipQueuedActions())
      open.unassertedActions = []
    } else {
      let cancelled = open.store.cancelEffects()
      context.precede(open.endedInScriptEvents(cancelled))
      for effect in cancelled {
        context.report(
          .notice("cancelled #\(effect.id) \(effect.name), from \(effect.origin)"))
      }
    }
  }
}
