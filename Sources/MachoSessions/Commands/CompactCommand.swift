extension Command {
  package static let compact: Command = .setting(
    "compact", summary: "show only changed lines of diffs at a prompt",
    details: """
      Shows changed lines with their context and counts the others: '… 38 unchanged'. Recordings and
      scripts do not depend on it.

        compact on
      """,
    helpGroup: .prompt, traits: [.outlivesStore, .changesDisplay], transcript: .line, \.isCompact)
}
