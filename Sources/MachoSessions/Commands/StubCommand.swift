import MachoValues

extension Command {
  static let stub: Command = .init(
    "stub",
    usage: [
      "NAME[(ARGUMENTS)] -> VALUE [after DURATION] [, then ...]",
      "NAME[(ARGUMENTS)] throws ERROR",
      "NAME[(ARGUMENTS)] pending",
      "NAME[(ARGUMENTS)] -> stream [ELEMENT [after DURATION], ...] [, throws ERROR|pending]",
      "NAME -> incrementing | seed NUMBER",
    ],
    summary: "say what a dependency answers",
    details: """
      ARGUMENTS are values or '_'. A call is answered by the most exact stub that fits it; a stub
      with the same ARGUMENTS replaces an earlier one. Of a series the last response repeats.
      A 'pending' call waits for 'answer'. A stub that is never called fails 'finish'. A stream ends
      behind its last element; 'then stream' begins the one that the next call returns.

        stub numberFact.fetch(3) -> "3 is prime" after 300ms
        stub numberFact.fetch(_) throws error("offline")
        stub uuid -> incrementing
        stub random -> seed 7
        stub ticker.ticks -> stream 1, 2 after 1s, throws error("offline")
      """,
    argument: .stub
  ) { session, arguments throws(Diagnostic) in
    try StubSyntax.requireForm(arguments, of: stub)
    let open = try session.opened()
    let reader = StubSyntax(command: stub, endpoints: open.feature.endpoints, syntax: open.syntax)
    let head = try reader.parseHead(arguments)
    let responses = try reader.parseResponses(head.response, of: head.endpoint)
    open.stubs.add(
      StubRule(
        endpoint: head.endpoint.name, pattern: head.pattern.text,
        exactness: head.pattern.exactness, line: "stub " + arguments.text,
        matches: { head.pattern.matches($0) }, responses: responses))
    open.store.stub(head.endpoint.name)
  }
}
