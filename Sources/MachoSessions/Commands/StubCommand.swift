extension Command {
  package static let stub: Command = .init(
    "stub",
    usage: [
      "NAME[(ARGUMENTS)] -> VALUE [after DURATION] [, then ...]",
      "NAME[(ARGUMENTS)] throws ERROR [, then ...]",
      "NAME[(ARGUMENTS)] pending [uncancellable]",
      "NAME[(ARGUMENTS)] -> stream [ELEMENT [after DURATION], ...] [, throws ERROR|pending]",
      "NAME -> incrementing | seed NUMBER",
    ],
    summary: "stub a dependency endpoint",
    details: """
      ARGUMENTS are values or '_'. The most exact matching stub responds to a call. A stub with the
      same ARGUMENTS replaces an earlier one. The last response of a series repeats. A 'pending'
      call waits for 'answer', or for the cancellation of its task unless it is 'uncancellable'.
      'finish' fails if a stub was never called. A stream ends after its last element; 'then stream'
      starts the stream of the next call.

        stub numberFact.fetch(3) -> "3 is prime" after 300ms
        stub numberFact.fetch(_) throws error("offline")
        stub uuid -> incrementing
        stub random -> seed 7
        stub ticker.ticks -> stream 1, 2 after 1s, throws error("offline")
      """,
    argument: .stub, helpGroup: .time, traits: [], transcript: .line
  ) { context, arguments throws(Diagnostic) in
    try ResponseParser.requireForm(arguments, of: stub)
    let open = try context.opened()
    let reader = ResponseParser(
      command: stub, endpoints: open.feature.endpoints, syntax: open.syntax)
    let rule = try reader.rule(arguments)
    open.stubs.add(rule)
    open.store.stub(rule.endpoint.name)
  }
}
