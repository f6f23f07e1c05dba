extension Command {
  package static let requires: Command = .init(
    "requires", usage: ["CONDITION..."],
    summary: "skip the rest of the script unless conditions are met",
    details: """
      The conditions are those in brackets before a command: linux, macos, env:NAME, feature:NAME,
      each negated by '!'. The script counts as skipped, and the report shows the reason.

        requires feature:search !env:CI
      """,
    argument: .none, helpGroup: .script, traits: .outlivesStore, transcript: .line
  ) { context, arguments throws(Diagnostic) in
    guard !arguments.isEmpty else { throw requires.usageError("a condition is missing") }
    var arguments = arguments
    var unmet: [String] = []
    while let (word, range) = arguments.consumeWord() {
      if try !context.isSatisfied(Line.Condition(word[...], at: range)) { unmet.append(word) }
    }
    if !unmet.isEmpty { context.direct(.skip("requires " + unmet.joined(separator: " "))) }
  }
}
