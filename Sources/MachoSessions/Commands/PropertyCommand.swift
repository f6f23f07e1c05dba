extension Command {
  package static let property: Command = .init(
    "property",
    usage: [
      "", "CONDITION leads to CONDITION", "always|never CONDITION", "at rest CONDITION",
      "after ACTION CONDITION", "once CONDITION always CONDITION", "intended KIND [SUBJECT...]",
    ],
    withoutArguments: "list the properties",
    summary: "declare a property, or list those that are checked",
    details: """
      A property is checked in the present state and after each action, until another feature is
      opened. The word 'property' can be omitted. The store is at rest if no effect is in flight, no
      call is pending and nothing sleeps. 'leads to': when the store is at rest next, the second
      condition holds. old(PATH) is the value before the action. What a condition says about a path
      that has no value now is not checked. Properties in NAME.properties.macho beside a script are
      checked whenever it opens the feature NAME. 'intended' is not checked: 'explore' does not report
      suspicions of the kind, or those that are about each subject, a path, action or endpoint.

        property isLoading leads to not isLoading
        always count >= old(count)
        intended stuck isClosed
      """,
    argument: .property, helpGroup: .script, traits: [.asserts], transcript: .line
  ) { context, arguments throws(Diagnostic) in
    let open = try context.opened()
    guard arguments.isEmpty else {
      return try open.declare(Property(arguments, of: open.feature, open.syntax))
    }
    let lines = open.monitor.properties.map(\.text)
    context.report(.value(lines.isEmpty ? "(no properties)" : lines.joined(separator: "\n")))
  }

  /// Makes the command of the properties that begin with a word.
  static func property(
    _ word: Property.Word, usage: String, summary: String, details: String
  ) -> Command {
    Command(
      word.rawValue, usage: [usage], summary: summary, details: details, argument: .property,
      helpGroup: .script, traits: [.asserts], transcript: .line
    ) { context, arguments throws(Diagnostic) in
      let open = try context.opened()
      try open.declare(Property(word, arguments, of: open.feature, open.syntax))
    }
  }
}

extension OpenStore {
  /// What conditions are evaluated in now.
  var scene: ConditionScene {
    ConditionScene(
      store.state, feature: feature, syntax: syntax, store: store, stubs: stubs)
  }

  /// Adds a property. Throws if it does not hold now.
  fileprivate func declare(_ property: Property) throws(Diagnostic) {
    try monitor.declare(property, in: scene)
  }
}
