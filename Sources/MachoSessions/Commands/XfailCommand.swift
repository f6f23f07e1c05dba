import MachoValues

extension Command {
  package static let xfail: Command = .init(
    "xfail", usage: [#""WHY""#],
    summary: "mark the script as known to fail",
    details: """
      A failure of the script does not fail the run; the report shows the reason. The script fails
      if it passes, so that an outdated mark is noticed. Crashes and timeouts are never expected.

        xfail "the total is rounded twice, #17"
      """,
    argument: .none, helpGroup: .script, traits: .outlivesStore, transcript: .comment
  ) { context, arguments throws(Diagnostic) in
    guard arguments.text.hasPrefix("\"") else {
      throw xfail.usageError(
        "the reason is missing", at: arguments.isEmpty ? nil : arguments.range)
    }
    do throws(ValueError) {
      context.direct(.expectFailure(try ValueSyntax().read(arguments.text, as: String.self)))
    } catch { throw Diagnostic(error, offset: arguments.offset) }
  }
}
