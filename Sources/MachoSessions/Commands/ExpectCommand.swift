import MachoValues

extension Command {
  package static let expect: Command = .init(
    "expect",
    usage: [
      "PATH", "PATH ==|!=|<|<=|>|>=|is|contains VALUE",
      "calls of NAME[(ARGUMENTS)] ==|!=|<|<=|>|>= NUMBER",
      "effects of ACTION ==|!=|<|<=|>|>= NUMBER",
    ],
    summary: "assert a condition of the state, of pending calls or of effects",
    details: """
      PATH consists of stored properties, cases, [index], [id: value], and .count .isEmpty .first
      .last .keys. Without an operator, the value must be true. 'is' compares with a case,
      'contains' searches for an element or a substring. 'calls of' counts the pending calls of an
      endpoint and its open streams, and 'effects of' the effects in flight that an action started.

        expect count == 1
        expect fact contains "prime"
        expect calls of numberFact.fetch <= 1
      """,
    argument: .comparison, helpGroup: .script, traits: [.readsState, .asserts], transcript: .line
  ) { context, arguments throws(Diagnostic) in
    guard !arguments.isEmpty else { throw expect.usageError("a path is missing") }
    let open = try context.opened()
    context.setFinished(false)
    try open.requireNoExternalWork()
    if WorkCount.isBegun(by: arguments) {
      return try WorkCount(arguments, of: open.feature).check(in: open, at: arguments.range)
    }
    let comparison: Comparison
    let result: (holds: Bool, actual: TypedValue)
    do throws(ValueError) {
      comparison = try Comparison(reading: arguments.text)
      result = try comparison.evaluate(
        in: open.root, computed: open.feature.computed, syntax: open.syntax)
    } catch { throw Diagnostic(error, offset: arguments.offset) }
    guard !result.holds else { return }
    throw Diagnostic(
      "expect-failed",
      "\(comparison.path.text) is \(open.syntax.print(result.actual)), "
        + "expected \(comparison.comparison.rawValue) \(comparison.operand)",
      at: arguments.range)
  }
}
