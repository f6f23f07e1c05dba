import MachoValues

extension Command {
  static let use: Command = .init(
    "use", usage: ["NAME"],
    summary: "say which of several open stores commands are about",
    details: """
      NAME is what 'feature X as NAME' gave the store, or the feature's own name. Each store has its
      actions, effects, stubs and history to itself; time passes in all, and 'finish' asks all.

        feature counter as left
        feature counter as right
        use left
      """,
    argument: .store
  ) { session, arguments throws(Diagnostic) in
    var arguments = arguments
    guard let (name, range) = arguments.consumeWord() else {
      throw use.usageError("a store's name is missing")
    }
    try arguments.requireEnd(of: use)
    _ = try session.opened()
    guard let found = session.stores.last(where: { $0.name == name }) else {
      let names = session.stores.map(\.name)
      throw Diagnostic(
        "no-such-store", "no store '\(name)' is open", at: range,
        candidates: Suggestions.nearest(to: name, among: names),
        notes: ["open: " + names.joined(separator: ", ")])
    }
    session.open = found
  }
}
