import MachoValues

extension Command {
  package static let use: Command = .init(
    "use", usage: ["NAME"],
    summary: "switch to another open store",
    details: """
      NAME is the name of 'feature X as NAME', or the feature's own name. Each store has its own
      actions, effects, stubs and history. Time advances in all stores, and 'finish' checks all
      stores.

        feature counter as left
        feature counter as right
        use left
      """,
    argument: .store, helpGroup: .open, traits: .selectsStore, transcript: .line
  ) { context, arguments throws(Diagnostic) in
    var arguments = arguments
    guard let (name, range) = arguments.consumeWord() else {
      throw use.usageError("a store's name is missing")
    }
    try arguments.requireEnd(of: use)
    _ = try context.opened()
    guard let found = context.stores.named(name) else {
      let names = context.stores.all.map(\.name)
      throw Diagnostic(
        "no-such-store", "no store '\(name)' is open", at: range,
        candidates: Suggestions.nearest(to: name, among: names),
        notes: ["open: " + names.joined(separator: ", ")])
    }
    context.use(found)
  }
}
