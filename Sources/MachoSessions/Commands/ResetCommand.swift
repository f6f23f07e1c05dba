extension Command {
  static let reset: Command = .init(
    "reset", usage: ["", "all"],
    summary: "begin again with the feature, or with everything",
    details: """
      The store starts from the registered state, with nothing stubbed, no history and its clock at
      zero. 'all' closes every store, forgets what 'let' named and puts the settings back.

        reset
      """,
    argument: .words(["all"])
  ) { session, arguments throws(Diagnostic) in
    guard arguments.isEmpty || arguments.text == "all" else {
      throw reset.usageError("it is 'reset' or 'reset all'", at: arguments.range)
    }
    if arguments.isEmpty {
      session.reopen(try session.opened())
    } else {
      session.resetAll()
    }
  }
}

extension Session {
  /// Puts the session where it began.
  fileprivate func resetAll() {
    for open in stores { open.store.close() }
    (stores, open) = ([], nil)
    variables.removeAll()
    (isExhaustive, isStrict, isTiming, isFinished) = (true, false, false, true)
    (context, scriptContext) = (initialContext, .test)
  }
}
