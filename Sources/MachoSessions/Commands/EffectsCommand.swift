extension Command {
  package static let effects: Command = .init(
    "effects", usage: [""],
    summary: "list the effects in flight",
    details: """
      Each line shows the action that started the effect, the source location of its '.run', its age
      on the store's clock if that is not zero, and its status: asleep on the clock, waiting for an
      answer, for other code of the store or for external work. Then come blocks and threads that an
      effect has handed over and that have not begun, also if the effect has ended.
      """,
    argument: .none, helpGroup: .inspect, traits: [.readsState, .readsHistory], transcript: .line
  ) { context, arguments throws(Diagnostic) in
    try arguments.requireEnd(of: effects)
    let open = try context.opened()
    let effects = open.store.effects
    context.precede(open.endedInScriptEvents(effects))
    context.report(.effects(effects))
    context.reportHeldWork(of: open)
  }
}

extension CommandContext {
  /// Reports the work of other threads that begins only when the script settles.
  func reportHeldWork(of open: OpenStore) {
    for work in open.store.heldWork { report(.notice("not begun: \(work); 'settle' starts it")) }
  }
}
