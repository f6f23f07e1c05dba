import MachoValues

extension Command {
  static let xfail: Command = .init(
    "xfail", usage: [#""WHY""#],
    summary: "say that the script is known to fail",
    details: """
      A failure of the script is then no failure of the run, and the report says why; a script that
      passes all the same fails, so that the line is taken out when it is no longer true. A crash or
      a time-out is never expected.

        xfail "the total is rounded twice, #17"
      """
  ) { session, arguments throws(Diagnostic) in
    guard arguments.text.hasPrefix("\"") else {
      throw xfail.usageError(
        "why it fails is missing", at: arguments.isEmpty ? nil : arguments.range)
    }
    do throws(ValueError) {
      session.directive = .expectFailure(try ValueSyntax().read(arguments.text, as: String.self))
    } catch { throw Diagnostic(error, offset: arguments.offset) }
  }
}
