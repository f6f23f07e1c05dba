import MachoValues

extension Command {
  static let feature: Command = .init(
    "feature", usage: ["NAME [as STORE]"],
    summary: "open a feature",
    details: """
      Opens a registered feature from its start state, with nothing stubbed. What was open before
      is closed and its effects are cancelled, unless it was opened 'as' a name of its own: such
      stores stay open side by side, and 'use' goes from one to the other.

        feature counter
        feature counter as right
      """,
    argument: .feature
  ) { session, arguments throws(Diagnostic) in
    var arguments = arguments
    guard let (name, range) = arguments.consumeWord() else {
      throw feature.usageError("a feature's name is missing")
    }
    let store = try arguments.consumeStoreName(for: feature)
    guard let found = session.catalog.first(where: { $0.name == name }) else {
      let names = session.listedFeatures.map(\.name)
      throw Diagnostic(
        "no-such-feature", "no feature '\(name)' is registered", at: range,
        candidates: Suggestions.nearest(to: name, among: names),
        notes: ["registered: " + names.joined(separator: ", ")])
    }
    session.open(found, as: store)
  }
}

extension Session {
  /// The features that lists and suggestions name.
  var listedFeatures: [any DrivenFeature] { catalog.filter(\.isListed) }
}

extension Arguments {
  /// Reads `as NAME`, if that is what is left.
  fileprivate mutating func consumeStoreName(for command: Command) throws(Diagnostic) -> String? {
    guard !isEmpty else { return nil }
    let rest = range
    guard consume("as") else {
      throw command.usageError("'\(command.verb)' takes 'as' and a name here, or nothing", at: rest)
    }
    guard let (name, _) = consumeWord() else {
      throw command.usageError("a name is missing behind 'as'")
    }
    try requireEnd(of: command)
    return name
  }
}
