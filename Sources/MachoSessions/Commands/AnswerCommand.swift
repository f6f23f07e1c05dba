extension Command {
  package static let answer: Command = .init(
    "answer",
    usage: [
      "[if pending] NAME[(ARGUMENTS)] [#NUMBER] -> VALUE",
      "[if pending] NAME[(ARGUMENTS)] [#NUMBER] throws ERROR",
      "[if pending] NAME[(ARGUMENTS)] [#NUMBER] finished",
    ],
    summary: "complete a pending call",
    details: """
      Completes the oldest pending call that matches ARGUMENTS, or the one with that NUMBER. A call
      is pending if its stub is 'pending' or if it has no stub. A stream receives VALUE as its next
      element, or ends with an error or with 'finished'. With 'if pending', a call that is not pending
      is not an error: the line prints that it was skipped.

        answer numberFact.fetch(3) -> "3 is prime"
        answer numberFact.fetch(_) #2 throws error("offline")
        answer ticker.ticks finished
        answer if pending numberFact.fetch(3) -> "late"
      """,
    argument: .answer, helpGroup: .time, traits: [], transcript: .line
  ) { context, arguments throws(Diagnostic) in
    try ResponseParser.requireForm(arguments, of: answer)
    let open = try context.opened()
    let reader = ResponseParser(
      command: answer, endpoints: open.feature.endpoints, syntax: open.syntax)
    let head = try reader.parseHead(arguments)
    let content = try reader.parseAnswer(head.response, of: head.endpoint)
    let waiting = open.stubs.answer(
      head.endpoint, where: { head.pattern.matches($0) }, number: head.number, with: content)
    if let waiting {
      guard !head.isOptional else {
        return context.report(.notice("skipped: no pending call of \(head.endpoint.name) matches"))
      }
      throw Diagnostic(
        "no-pending-call", "no pending call of \(head.endpoint.name) matches", at: arguments.range,
        notes: waiting.isEmpty
          ? ["no call is pending"] : ["pending: " + waiting.joined(separator: ", ")])
    }
    open.store.run()
  }
}
