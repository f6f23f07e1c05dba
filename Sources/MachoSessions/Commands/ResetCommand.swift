extension Command {
  package static let reset: Command = .init(
    "reset", usage: ["", "all"],
    summary: "restart the feature, or reset the session",
    details: """
      Restarts the store with the registered start state, without stubs and history, and with its
      clock at zero. 'all' closes all stores, removes all variables and restores the default
      settings.

        reset
      """,
    argument: .words(["all"]), helpGroup: .open, traits: [.opensStore, .outlivesStore],
    transcript: .line
  ) { context, arguments throws(Diagnostic) in
    guard arguments.isEmpty || arguments.text == "all" else {
      throw reset.usageError("expected 'reset' or 'reset all'", at: arguments.range)
    }
    if arguments.isEmpty {
      context.reopen(try context.opened())
    } else {
      context.resetSession()
    }
  }
}
