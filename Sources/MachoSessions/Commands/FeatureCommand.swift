import MachoValues

extension Command {
  package static let feature: Command = .init(
    "feature", usage: ["NAME [as STORE]"],
    summary: "open a feature",
    details: """
      Opens a registered feature with its start state and without stubs. Closes the previous store
      and cancels its effects, unless it was opened with 'as'. Named stores stay open, and 'use'
      switches between them.

        feature counter
        feature counter as right
      """,
    argument: .feature, helpGroup: .open, traits: .opensStore, transcript: .line
  ) { context, arguments throws(Diagnostic) in
    var arguments = arguments
    guard let (name, range) = arguments.consumeWord() else {
      throw feature.usageError("a feature's name is missing")
    }
    let store = try arguments.consumeStoreName(for: feature)
    guard let found = context.catalog.first(where: { $0.name == name }) else {
      throw Diagnostic.noSuchFeature(name, at: range, in: context.catalog)
    }
    try context.open(found, as: store, at: range)
  }
}

extension Diagnostic {
  /// Returns the error of a name that no feature of a catalog has.
  package static func noSuchFeature(
    _ name: String, at range: Range<Int>, in catalog: [any DrivenFeature]
  ) -> Diagnostic {
    let names = catalog.filter(\.isListed).map(\.name)
    return Diagnostic(
      "no-such-feature", "no feature '\(name)' is registered", at: range,
      candidates: Suggestions.nearest(to: name, among: names),
      notes: ["registered: " + names.joined(separator: ", ")])
  }
}

extension Arguments {
  /// Reads `as NAME`. Returns `nil` at the end of the arguments.
  fileprivate mutating func consumeStoreName(for command: Command) throws(Diagnostic) -> String? {
    guard !isEmpty else { return nil }
    let rest = range
    guard consume("as") else {
      throw command.usageError(
        "expected 'as' and a name, or nothing, after '\(command.verb) NAME'", at: rest)
    }
    guard let (name, _) = consumeWord() else {
      throw command.usageError("a name is missing after 'as'")
    }
    try requireEnd(of: command)
    return name
  }
}
