import MachoValues

extension Command {
  static let answer: Command = .init(
    "answer", usage: ["NAME[(ARGUMENTS)] -> VALUE", "NAME[(ARGUMENTS)] throws ERROR"],
    summary: "complete a pending call",
    details: """
      Completes the oldest call that waits and fits ARGUMENTS: one of a stub that says 'pending',
      or one that has no stub at all.

        answer numberFact.fetch(3) -> "3 is prime"
      """,
    argument: .answer
  ) { session, arguments throws(Diagnostic) in
    try StubSyntax.requireForm(arguments, of: answer)
    let open = try session.opened()
    let reader = StubSyntax(
      command: answer, endpoints: open.feature.endpoints, syntax: open.syntax)
    let head = try reader.head(arguments)
    let result = try reader.result(head.response, of: head.endpoint)
    let waiting = open.stubs.answer(
      head.endpoint.name, where: { head.pattern.matches($0) }, with: result)
    if let waiting {
      throw Diagnostic(
        "no-pending-call", "no pending call of \(head.endpoint.name) fits", at: arguments.range,
        notes: waiting.isEmpty
          ? ["no call is pending"] : ["pending: " + waiting.joined(separator: ", ")])
    }
    open.store.run()
  }
}
