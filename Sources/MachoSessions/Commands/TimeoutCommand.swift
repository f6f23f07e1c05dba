import MachoValues

extension Command {
  package static let timeout: Command = .init(
    "timeout", usage: ["DURATION"],
    summary: "limit the time for the rest of the script",
    details: """
      The script fails as timed out if it takes longer than DURATION by the wall clock from here.
      Overrides '--timeout'.

        timeout 2s
      """,
    argument: .none, helpGroup: .script, traits: .outlivesStore, transcript: .line
  ) { context, arguments throws(Diagnostic) in
    guard !arguments.isEmpty else { throw timeout.usageError("a duration is missing") }
    let limit: Duration
    do throws(ValueError) {
      limit = try ValueSyntax().read(arguments.text, as: Duration.self)
    } catch { throw Diagnostic(error, offset: arguments.offset) }
    guard limit > .zero, limit <= .seconds(1_000_000) else {
      throw Diagnostic(
        "out-of-range", "the timeout must be more than 0s and at most 1000000s", at: arguments.range
      )
    }
    context.direct(.timeout(limit))
  }
}
