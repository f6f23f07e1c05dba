import MachoValues

extension Command {
  static let feature: Command = .init(
    "feature", usage: ["NAME"],
    summary: "open a feature",
    details: """
      Opens a registered feature from its start state, with nothing stubbed. What was open before
      is closed and its effects are cancelled.

        feature counter
      """,
    argument: .feature
  ) { session, arguments throws(Diagnostic) in
    var arguments = arguments
    guard let (name, range) = arguments.word() else {
      throw feature.misuse("a feature's name is missing")
    }
    try arguments.requireEnd(of: feature)
    guard let found = session.catalog.first(where: { $0.name == name }) else {
      let names = session.catalog.map(\.name)
      throw Diagnostic(
        "no-such-feature", "no feature '\(name)' is registered", at: range,
        candidates: Suggestions.nearest(to: name, among: names),
        notes: ["registered: " + names.joined(separator: ", ")])
    }
    session.open(found)
  }
}
