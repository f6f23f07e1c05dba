extension Command {
  package static let effects: Command = .init(
    "effects", usage: [""],
    summary: "list the effects in flight",
    details: """
      Each line shows the action that started the effect, the source location of its '.run', its age
      on the store's clock if that is not zero, and its status: asleep on the clock, waiting for an
      answer or waiting for external work.
      """,
    argument: .none, helpGroup: .inspect, traits: [.readsState, .readsHistory], transcript: .line
  ) { context, arguments throws(Diagnostic) in
    try arguments.requireEnd(of: effects)
    let open = try context.opened()
    let effects = open.store.effects
    context.precede(open.endedInScriptEvents(effects))
    context.report(.effects(effects))
  }
}
