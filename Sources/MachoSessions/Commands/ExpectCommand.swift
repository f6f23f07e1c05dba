import MachoValues

extension Command {
  package static let expect: Command = .init(
    "expect",
    usage: [
      "PATH", "PATH ==|!=|<|<=|>|>=|is|contains VALUE|PATH",
      "calls of NAME[(ARGUMENTS)] ==|!=|<|<=|>|>= NUMBER",
      "effects of ACTION ==|!=|<|<=|>|>= NUMBER", "CONDITION and|or|implies CONDITION",
      "not CONDITION",
    ],
    summary: "assert a condition of the state, of pending calls or of effects",
    details: """
      PATH consists of stored properties, cases, [index], [id: value], and .count .isEmpty .first
      .last .keys. Without an operator, the value must be true. 'is' compares with a case,
      'contains' searches for an element or a substring. 'calls of' counts the pending calls of an
      endpoint and its open streams, 'all calls of' also those that have ended, and 'effects of' the
      effects in flight that an action started. 'not' binds strongest, then 'and', 'or' and
      'implies'; brackets group.

        expect count == 1
        expect fact contains "prime"
        expect calls of numberFact.fetch <= 1
        expect isLoading implies count > 0 and fact == nil
      """,
    argument: .comparison, helpGroup: .script, traits: [.readsState, .asserts], transcript: .line
  ) { context, arguments throws(Diagnostic) in
    guard !arguments.isEmpty else { throw expect.usageError("a path is missing") }
    let open = try context.opened()
    context.setFinished(false)
    try open.requireNoExternalWork()
    let condition = try StateCondition(
      asserting: arguments, of: open.feature, open.syntax, requiresFlags: false)
    let scene = open.scene.at(open.scriptState)
    switch condition.truth(in: scene) {
    case .holds: return
    case .unknown(let error): throw error
    case .fails:
      let (sentences, notes) = condition.explanation(in: scene)
      throw Diagnostic(
        "expect-failed", sentences.joined(separator: ", and "), at: arguments.range, notes: notes)
    }
  }
}

extension StateCondition {
  /// Parses the condition of an `expect` line, which has no step.
  init(
    asserting text: Arguments, of feature: any DrivenFeature, _ syntax: ValueSyntax,
    requiresFlags: Bool
  ) throws(Diagnostic) {
    try self.init(text, of: feature, syntax, command: .expect, requiresFlags: requiresFlags)
    guard !usesOld else {
      throw Command.expect.usageError("'old' needs a step: use it in a property", at: text.range)
    }
  }
}
