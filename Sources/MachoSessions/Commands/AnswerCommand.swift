import MachoValues

extension Command {
  static let answer: Command = .init(
    "answer",
    usage: [
      "NAME[(ARGUMENTS)] [#NUMBER] -> VALUE", "NAME[(ARGUMENTS)] [#NUMBER] throws ERROR",
      "NAME[(ARGUMENTS)] [#NUMBER] finished",
    ],
    summary: "complete a pending call",
    details: """
      Completes the oldest call that waits and fits ARGUMENTS, or the NUMBERth: one of a stub that
      says 'pending', or one that has no stub at all. A stream gets VALUE as its next element, or
      ends: with an error, or 'finished'.

        answer numberFact.fetch(3) -> "3 is prime"
        answer numberFact.fetch(_) #2 throws error("offline")
        answer ticker.ticks finished
      """,
    argument: .answer
  ) { session, arguments throws(Diagnostic) in
    try StubSyntax.requireForm(arguments, of: answer)
    let open = try session.opened()
    let reader = StubSyntax(
      command: answer, endpoints: open.feature.endpoints, syntax: open.syntax)
    let head = try reader.parseHead(arguments)
    let waiting =
      if head.endpoint.isStream {
        open.stubs.feed(
          head.endpoint.name, where: { head.pattern.matches($0) }, number: head.number,
          with: try reader.parseContent(head.response, of: head.endpoint))
      } else {
        open.stubs.complete(
          head.endpoint.name, where: { head.pattern.matches($0) }, number: head.number,
          with: try reader.parseResult(head.response, of: head.endpoint))
      }
    if let waiting {
      throw Diagnostic(
        "no-pending-call", "no pending call of \(head.endpoint.name) fits", at: arguments.range,
        notes: waiting.isEmpty
          ? ["no call is pending"] : ["pending: " + waiting.joined(separator: ", ")])
    }
    open.store.run()
  }
}
