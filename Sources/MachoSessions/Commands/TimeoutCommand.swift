import MachoValues

extension Command {
  static let timeout: Command = .init(
    "timeout", usage: ["DURATION"],
    summary: "say how long the rest of the script may take",
    details: """
      A guard on the wall clock, and no wait: a script that takes longer from here on ends as timed
      out. It stands in for '--timeout'.

        timeout 2s
      """
  ) { session, arguments throws(Diagnostic) in
    guard !arguments.isEmpty else { throw timeout.usageError("a duration is missing") }
    let limit: Duration
    do throws(ValueError) {
      limit = try ValueSyntax().read(arguments.text, as: Duration.self)
    } catch { throw Diagnostic(error, offset: arguments.offset) }
    guard limit > .zero, limit <= .seconds(1_000_000) else {
      throw Diagnostic(
        "out-of-range", "it is more than 0s and at most 1000000s", at: arguments.range)
    }
    session.directive = .timeout(limit)
  }
}
